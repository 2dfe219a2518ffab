//@ run-native
//@ data-model: both
// complex.h: parts, conjugate, projection, absolute value, argument.
#include <complex.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double complex z = 3 - 4 * I;
    if (creal(z) != 3 || cimag(z) != -4 || conj(z) != 3 + 4 * I) return 1;
    if (cabs(z) != 5 || cproj(z) != z) return 2;
    if (creal(z * I) != 4 || cimag(z * I) != 3) return 3;
    float complex f = 1.5f + 2 * I;
    if (crealf(f) != 1.5f || cimagf(f) != 2 || cimagf(conjf(f)) != -2) return 4;
    long double complex l = 2.0L - 1 * I;
    if (creall(l) != 2 || cimagl(l) != -1) return 5;
    printf("%g %.12g\n", cabs(z), carg(z));
    return 0;
}
