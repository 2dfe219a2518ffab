//@ run-native
//@ stdin: word\n
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 0;
    if (n > 0)
        return 1;
    return 2;
}
