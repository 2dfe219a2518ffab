//@ run-native
//@ data-model: both
// sin, cos, tan and their inverses.
#include <math.h>
#include <stdio.h>

int main(void) {
    for (int i = -4; i <= 4; i++) {
        double x = i * 0.7 + 0.05;
        printf("%.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan(x));
    }
    printf("%.12g %.12g %.12g %.12g\n", asin(0.3), acos(0.3), asin(-1), acos(-1));
    printf("%.12g %.12g %.12g %.12g\n", atan2(1, 2), atan2(-1, -2), atan2(0.0, -1), atan2(1, 0));
    printf("%.12g %.12g\n", sin(1e6), cos(1e10));
    if (sin(0) != 0 || cos(0) != 1 || !signbit(sin(-0.0)) || atan2(0, 1) != 0) return 1;
    if (!isnan(sin(INFINITY)) || !isnan(acos(2)) || !isnan(asin(NAN))) return 2;
    printf("%.6g %.6g %.6g %.6g\n", sinf(0.5f), cosf(0.5f), tanf(0.5f), atan2f(1, 3));
    printf("%.12Lg %.12Lg\n", sinl(0.5L), acosl(0.5L));
    return 0;
}
