//@ run-native
//@ data-model: both
// fmod, remainder, remquo, modf, fdim, fma, fmin, fmax.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%.17g %.17g %.17g %.17g\n", fmod(5.5, 2), fmod(-5.5, 2), fmod(1e300, 3), fmod(0.3, 0.1));
    printf("%.17g %.17g %.17g\n", remainder(5.5, 2), remainder(5, 2), remainder(-7, 2));
    if (!isnan(fmod(1, 0.0)) || fmod(3, INFINITY) != 3 || !signbit(fmod(-4, 2)) || !isnan(remainder(INFINITY, 1))) return 1;
    double whole;
    double part = modf(-3.75, &whole);
    if (part != -0.75 || whole != -3) return 2;
    part = modf(INFINITY, &whole);
    if (part != 0 || !isinf(whole)) return 3;
    if (fdim(5, 3) != 2 || fdim(3, 5) != 0 || !isnan(fdim(NAN, 1))) return 4;
    if (fma(0x1p53, 1.0, 1.0) != 0x1p53 || fma(0x1p53 + 2, 1.0, 1.0) != 0x1p53 + 4) return 5;
    volatile double a = 1 + 0x1p-30, b = 1 - 0x1p-30;
    if (fma(a, b, -1.0) != -0x1p-60 || a * b - 1.0 != 0) return 6; // one rounding against two
    if (fmin(1, 2) != 1 || fmax(1, 2) != 2 || fmin(NAN, 2) != 2 || fmax(1, NAN) != 1) return 7;
    int quotient;
    double r = remquo(29.0, 3.0, &quotient);
    if (r != -1 || (quotient & 7) != 2) return 8;
    if (fmodf(5.5f, 2) != 1.5f || fminf(1, 2) != 1 || fmodl(7.5L, 2) != 1.5L || fmaf(2, 3, 4) != 10) return 9;
    return 0;
}
