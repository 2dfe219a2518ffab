//@ run-native
//@ data-model: both
// float and double arithmetic is IEEE 754, rounded once per operation.
#include <float.h>
#include <stdio.h>

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    if (f == d) return 1;
    if (d + 0.2 == 0.3) return 2;
    if (f + 0.2f != 0.3f) return 3;
    volatile float big = 16777216.0f;
    if (big + 1.0f != big) return 4;
    if ((double)big + 1.0 == big) return 5;
    double sum = 0;
    for (int i = 1; i <= 100; i++) sum += 1.0 / i;
    float fsum = 0;
    for (int i = 1; i <= 100; i++) fsum += 1.0f / (float)i;
    volatile double tiny = DBL_MIN;
    tiny /= 4; // subnormal
    if (tiny == 0 || tiny * 4 != DBL_MIN) return 6;
    volatile double huge = DBL_MAX;
    if (huge + 1 != huge || huge * 2 <= huge) return 7;
    if (1.0 + DBL_EPSILON == 1.0 || 1.0 + DBL_EPSILON / 2 != 1.0) return 8;
    volatile float ftiny = FLT_TRUE_MIN;
    if (ftiny / 2 != 0 || ftiny <= 0) return 9;
    if (-d + d != 0 || -(-d) != d) return 10;
    printf("%.17g %.9g %.17g %.17g %.9g\n", sum, fsum, d * 3, tiny, ftiny);
    return 0;
}
