//@ run-native
//@ data-model: both
// Hyperbolic functions and inverses, cbrt, hypot, erf, gamma.
#include <math.h>
#include <stdio.h>

int main(void) {
    for (int i = -2; i <= 2; i++) {
        double x = i * 0.8 + 0.1;
        printf("%.12g %.12g %.12g %.12g\n", sinh(x), cosh(x), tanh(x), asinh(x));
        printf("%.12g %.12g %.12g\n", erf(x), erfc(x), cbrt(x));
    }
    printf("%.12g %.12g %.12g\n", acosh(1.5), atanh(0.5), hypot(1, 2));
    printf("%.12g %.12g %.12g %.12g\n", tgamma(5), tgamma(0.5), lgamma(10), lgamma(0.25));
    if (hypot(3, 4) != 5 || cbrt(0) != 0 || tanh(100) != 1 || sinh(0) != 0 || cosh(0) != 1) return 1;
    if (!isinf(hypot(INFINITY, NAN)) || hypot(1e200, 0) != 1e200 || !isnan(acosh(0.5)) || !isinf(atanh(1))) return 2;
    printf("%.6g %.6g %.6g %.12Lg\n", sinhf(1), hypotf(1, 1), cbrtf(2), coshl(1));
    return 0;
}
