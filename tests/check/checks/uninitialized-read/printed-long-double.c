// The same of numbers of the x87, where their length is asked for.
#include <stdio.h>

int main(void) {
    long double a[2];
    a[0] = 1;
    return printf("%Lf\n", a[1]) > 2; //~ uninitialized-read
}
