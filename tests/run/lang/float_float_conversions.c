//@ run-native
//@ data-model: both
// Conversions among float, double and long double round to nearest even.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double d = 1.0 + 0x1p-24; // halfway between two floats
    if ((float)d != 1.0f) return 1;
    d = 1.0 + 0x3p-24; // halfway again, the even one is above
    if ((float)d != 1.0f + 0x1p-22f) return 2;
    d = 1.0 + 0x1p-24 + 0x1p-50;
    if ((float)d != 1.0f + 0x1p-23f) return 3;
    d = 1e300;
    if (!isinf((float)d)) return 4;
    d = -1e-300;
    if ((float)d != 0 || !signbit((float)d)) return 5;
    d = FLT_TRUE_MIN * 0.75;
    if ((float)d != FLT_TRUE_MIN) return 6;
    volatile float f = 0.1f;
    if ((double)f != 0x1.99999ap-4) return 7;
    volatile long double l = 1.0L + 0x1p-60L;
    if ((double)l != 1.0 || (float)l != 1.0f) return 8;
    if ((long double)f != 0x1.99999ap-4L) return 9;
    volatile double nan = NAN;
    if (!isnan((float)nan) || !isnan((long double)nan)) return 10;
    if (f + 0.0 == 0.1 || f + 0.0f != 0.1f) return 11;
    printf("%a %a %.9g\n", (double)f, (double)(float)0.2, (double)(float)1e-40);
    return 0;
}
