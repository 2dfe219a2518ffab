//@ run-native
//@ data-model: both
// frexp, ldexp, scalbn, logb, ilogb, nextafter, copysign, nan, classification.
#include <limits.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    int e;
    double m = frexp(-12.0, &e);
    if (m != -0.75 || e != 4) return 1;
    m = frexp(0x1p-1074, &e);
    if (m != 0.5 || e != -1073) return 2;
    m = frexp(0.0, &e);
    if (m != 0 || e != 0) return 3;
    if (ldexp(0.75, 4) != 12 || ldexp(1, -1074) != 0x1p-1074 || !isinf(ldexp(1, 2000)) || scalbn(3, 2) != 12) return 4;
    if (ldexp(0x1.8p0, -1074) != 0x1p-1073 || scalbln(1, -3L) != 0.125) return 5;
    if (logb(10) != 3 || ilogb(10) != 3 || logb(0x1p-1074) != -1074 || !isinf(logb(0.0))) return 6;
    if (ilogb(0.0) != FP_ILOGB0 || ilogb(INFINITY) != INT_MAX) return 7;
    printf("%a %a %a %a\n", nextafter(1, 2), nextafter(1, 0), nextafter(0, 1), nextafter(0x1.fffffffffffffp1023, INFINITY));
    if (nextafterf(1, 2) != 1 + 0x1p-23f || nexttoward(1, 2) != 1 + 0x1p-52) return 8;
    if (copysign(3, -0.0) != -3 || copysignf(-2, 1) != 2 || !signbit(copysign(NAN, -1)) || copysignl(1, -1) != -1) return 9;
    if (!isnan(nan("")) || fpclassify(0.0) != FP_ZERO || fpclassify(1.0f) != FP_NORMAL || fpclassify(INFINITY) != FP_INFINITE) return 10;
    if (frexpf(6, &e) != 0.75f || e != 3 || ldexpf(1, 3) != 8 || ldexpl(1, -3) != 0.125L) return 11;
    printf("%.17g %.17g\n", ldexp(0.1, 10), frexp(1e100, &e));
    return 0;
}
