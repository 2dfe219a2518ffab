// This one has a value.
#include <stdio.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    printf("%g %Lg\n", x, (long double)x);
    return 0;
}
