//@ run-native
#include <stdio.h>

int main(void) {
    printf("%d %.1f\n", (int)1.0, 1.0);
    return 0;
}
