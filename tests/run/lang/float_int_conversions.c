//@ run-native
//@ data-model: both
// Conversions between floats and integers, both directions, at the edges.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double d = -2.99;
    if ((int)d != -2 || (int)-d != 2) return 1;
    if ((int8_t)(int)d != -2 || (long long)(d * 1e9) != -2990000000ll) return 2;
    d = 4294967295.0;
    if ((unsigned)d != UINT_MAX) return 3;
    d = 2147483647.5;
    if ((int)d != INT_MAX) return 4;
    d = -2147483648.9;
    if ((int)d != INT_MIN) return 5;
    d = -0.9; // truncates to zero, which every unsigned type has
    if ((unsigned)d != 0 || (unsigned char)d != 0) return 6;
    d = 9223372036854774784.0;
    if ((int64_t)d != 9223372036854774784ll) return 7;
    d = 18446744073709549568.0;
    if ((uint64_t)d != 18446744073709549568ull) return 8;
    volatile uint64_t odd = 9007199254740993u; // 2^53 + 1 rounds to even
    if ((double)odd != 9007199254740992.0) return 9;
    volatile uint64_t all = UINT64_MAX;
    if ((double)all != 18446744073709551616.0 || (float)all != 18446744073709551616.0f) return 10;
    volatile int i = 16777217;
    if ((float)i != 16777216.0f || (double)i != 16777217.0) return 11;
    volatile long long ll = -9007199254740995ll;
    volatile float f = 255.99f;
    if ((unsigned char)f != 255) return 12;
    printf("%.17g %.9g %d\n", (double)ll, (double)(float)ll, (int)(float)i);
    return 0;
}
