// A number that is printed is read, also if nobody sees it.
#include <stdio.h>

int main(void) {
    double x;
    printf("%g\n", x); //~ uninitialized-read
    return 0;
}
