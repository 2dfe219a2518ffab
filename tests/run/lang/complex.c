//@ run-native
//@ data-model: both
// _Complex arithmetic of all three sizes, parts, conjugate, parameters and results.
#include <stdio.h>

#define complex _Complex
#define I 1.0iF

static double complex square(double complex z) { return z * z; }
static float complex swap(float complex z) { return __imag__(z) + __real__(z) * I; }
static long double complex half(long double complex z) { return z / 2; }

int main(void) {
    double complex z = 3 + 4 * I;
    if (__real__(z) != 3 || __imag__(z) != 4) return 1;
    if (square(z) != -7 + 24 * I) return 2;
    if (z / (1 + 1 * I) != 3.5 + 0.5 * I) return 3;
    if (__builtin_conj(z) != 3 - 4 * I || ~z != __builtin_conj(z)) return 4;
    if (z + 1 != 4 + 4 * I || z - 4 * I != 3 || -z != -3 - 4 * I) return 5;
    __real__ z = 10;
    __imag__ z += 1;
    if (z != 10 + 5 * I || z == 10) return 6;
    if (swap(1 + 2 * I) != 2 + 1 * I) return 7;
    if (half(4 + 6 * I) != 2 + 3 * I) return 8;
    double complex power = 1;
    for (int k = 0; k < 4; k++) power *= I;
    if (power != 1) return 9;
    double complex a[2] = {1, I};
    a[0] += a[1];
    a[0] *= 2;
    if (a[0] != 2 + 2 * I) return 10;
    _Complex int g = 2 + 3i;
    g *= g;
    if (__real__ g != -5 || __imag__ g != 12) return 11;
    double truncated = (double)(1.5 + 2 * I);
    printf("%g%+gi %g\n", __real__(z / 2.5), __imag__(z / 2.5), truncated);
    return 0;
}
