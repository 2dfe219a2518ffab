//@ stdin: word\n
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n > 0) //~ uninitialized-read
        return 1;
    return 2;
}
