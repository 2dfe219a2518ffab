#include <stdio.h>

int main(void) {
    long n = 100;
    for (int d = 2; d >= 0; d--)
        n /= d; //~ division-by-zero
    printf("%ld\n", n);
    return 0;
}
