//@ run-native
//@ data-model: both
// printf %a: normal, subnormal, rounded, padded.
#include <math.h>
#include <stdio.h>

int main(void) {
    printf("%a %a %a %a\n", 1.0, 0.5, -3.75, 0.1);
    printf("%A %a %a\n", 255.9375, 0.0, -0.0);
    printf("%.0a %.1a %.3a %.13a %.15a\n", 1.5, 1.96875, 0.1, 1.0 / 3, 1.0);
    printf("[%15a][%-15a][%015a][%+a][%#.0a]\n", 1.0, 1.0, 1.0, 1.0, 1.0);
    printf("%a %a\n", 2.2250738585072014e-308, 4.9406564584124654e-324);
    printf("%a %a %A\n", INFINITY, 1.7976931348623157e308, -INFINITY);
    printf("%a\n", (double)0.1f);
    return 0;
}
