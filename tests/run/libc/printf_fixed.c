//@ run-native
//@ data-model: both
// printf %f: precision, rounding to even, width, flags, large and small values.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%f %f %f %f\n", 0.0, 1.5, -2.25, 1e10);
    printf("%.0f %.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, -0.5, 1e15);
    printf("%.1f %.1f %.2f %.3f\n", 0.25, 0.35, 2.675, 1.0005);
    printf("[%8.2f][%-8.2f][%08.2f][%+.2f][% .2f]\n", 3.14159, 3.14159, -3.14159, 3.14159, 3.14159);
    printf("%#.0f %.10f %.20f\n", 3.0, 0.1, 0.1);
    printf("%f\n%.3f\n", 1e22, 123456789012345678.0);
    printf("%.0f\n", 1.7976931348623157e308);
    printf("%.30f %f\n", 1e-20, 1e-7);
    printf("%f %F %5.1f %-6f| %06f\n", INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY);
    printf("%f %F %d\n", NAN, NAN, 3);
    printf("%*.*f|%-*.*f|\n", 10, 3, 2.0 / 3, 10, 1, 2.0 / 3);
    printf("%f %f %.1f\n", -0.0, 0.9999999, 99.95);
    printf("%f\n", (double)1.1f);
    return 0;
}
