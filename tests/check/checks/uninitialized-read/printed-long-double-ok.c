// This one is written.
#include <stdio.h>

int main(void) {
    long double a[2];
    a[1] = 1;
    return printf("%Lf\n", a[1]) > 2;
}
