//@ run-native
//@ data-model: both
// x87 long double: 64 bits of significand, 15 bits of exponent.
#include <float.h>
#include <stdio.h>

int main(void) {
    if (LDBL_MANT_DIG != 64 || LDBL_MAX_EXP != 16384) return 1;
    volatile long double one = 1.0L;
    if (one + LDBL_EPSILON == one || one + LDBL_EPSILON / 2 != one) return 2;
    long double third = one / 3;
    if ((double)third == third) return 3;
    if (third * 3 != one) return 4;
    volatile long double big = 18446744073709551615.0L; // 2^64 - 1 is exact
    if ((unsigned long long)big != 18446744073709551615ull) return 5;
    if (big + 1 != 18446744073709551616.0L) return 6;
    long double factorial = 1;
    for (int i = 2; i <= 25; i++) factorial *= i;
    volatile long double huge = LDBL_MAX;
    if ((double)huge <= DBL_MAX) return 7;
    if ((double)(one + LDBL_EPSILON) != 1.0) return 8;
    volatile long double tiny = LDBL_MIN;
    if (tiny / 2 == 0 || (double)tiny != 0) return 9;
    if ((long long)(-2.75L * one) != -2) return 10;
    if (!(third < 0.5L) || third >= one || third != third) return 11;
    printf("%.21Lg %.0Lf %La\n", third, factorial, one / 4);
    return 0;
}
