//@ run-native
//@ data-model: both
// printf %e and %g: exponents, shortest notation, trailing zeros, the # flag.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%e %e %e %E\n", 0.0, 12345.678, -1e-10, 1e100);
    printf("%.0e %.1e %.10e %#.0e\n", 15000.0, 9.95e5, 1.0 / 3, 2e5);
    printf("[%12.3e][%-12.3e][%012.3e][%+e]\n", 12345.0, 12345.0, -12345.0, 1.0);
    printf("%g %g %g %g %g %g\n", 0.0, 100000.0, 1000000.0, 1e-4, 1e-5, 123456789.0);
    printf("%g %g %G %g\n", 0.1, 1.0 / 3, 1e-20, 1e300);
    printf("%.3g %.10g %.0g %.17g %#g %#.3g\n", 1234.5, 1.0 / 3, 1.5, 0.1, 1.0, 1.0);
    printf("[%10g][%-10g][%010g][%+g][% g]\n", 1.5, 1.5, -1.5, 1.5, 1.5);
    printf("%g %e %G %g\n", INFINITY, -INFINITY, INFINITY, -1.0);
    printf("%e %g %.20g\n", 4.9406564584124654e-324, 2.2250738585072014e-308, 1.7976931348623157e308);
    printf("%.17g %.17g %.15g\n", 0.3, 2.0 / 3, 2.0 / 3);
    printf("%g %g %g\n", 999999.5, 9999995.0, 0.000099999995);
    printf("%.25e\n", 3.141592653589793);
    return 0;
}
