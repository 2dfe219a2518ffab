//@ run-native
//@ data-model: both
// The exactly defined functions: rounding, absolute value, square root, remainder.
#include <math.h>
#include <stdio.h>

int main(void) {
    static const double in[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 2.4999999999999996, 1e15 + 0.5, -1e300, 4503599627370497.5};
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        double x = in[i];
        printf("%.17g: %.17g %.17g %.17g %.17g %.17g %.17g\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
    }
    for (int i = 0; i < 6; i++) printf("%.17g ", sqrt(i / 2.0));
    printf("\n%.17g %.17g %.17g\n", fabs(-3.25), sqrt(1e-310), sqrt(1.7976931348623157e308));
    if (!isnan(sqrt(-1.0)) || !signbit(sqrt(-0.0)) || !isinf(floor(-INFINITY)) || !isnan(ceil(NAN))) return 1;
    if (sqrtf(2.0f) != 0x1.6a09e6p0f || floorf(-1.5f) != -2 || ceilf(1.25f) != 2 || roundf(-2.5f) != -3 || fabsf(-1.0f) != 1) return 2;
    if (sqrtl(6.25L) != 2.5L || floorl(-0.5L) != -1 || truncl(2.75L) != 2 || rintl(2.5L) != 2) return 3;
    return 0;
}
