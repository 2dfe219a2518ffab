//@ run-native
//@ data-model: both
// printf of long doubles with every floating conversion.
#include <float.h>
#include <stdio.h>

int main(void) {
    long double third = 1.0L / 3, big = 1e30L;
    printf("%Lf %Le %Lg\n", third, third, third);
    printf("%.21Lg %.25Lf\n", third, third);
    printf("%.0Lf %Lg %.3Le\n", big, big, big);
    printf("[%15.4Lf][%-15.4Lf][%+Lg]\n", -2.5L, -2.5L, 2.5L);
    printf("%Lg %Lg %Le\n", LDBL_MAX, LDBL_MIN, LDBL_EPSILON);
    printf("%Lf %LF\n", (long double)__builtin_inf(), -(long double)__builtin_inf());
    printf("%La %La %.3La\n", 1.0L, third, third);
    printf("%.19Lg %.0Lf\n", 9223372036854775807.0L, 18446744073709551615.0L);
    printf("%Lf %f %Lf %d\n", 1.5L, 2.5, 3.5L, 4);
    return 0;
}
