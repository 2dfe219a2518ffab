//@ run-native
//@ data-model: both
// Every integer type holds its limits and wraps or extends as its width says.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    signed char sc = SCHAR_MIN;
    unsigned char uc = UCHAR_MAX;
    short s = SHRT_MIN;
    unsigned short us = USHRT_MAX;
    int i = INT_MIN;
    unsigned u = UINT_MAX;
    long l = LONG_MIN;
    unsigned long ul = ULONG_MAX;
    long long ll = LLONG_MIN;
    unsigned long long ull = ULLONG_MAX;
    if (sc != -128 || uc != 255) return 1;
    if (s != -32768 || us != 65535) return 2;
    if ((long long)i != -2147483648LL || (long long)u != 4294967295LL) return 3;
    if (l + LONG_MAX != -1 || ul + 1 != 0) return 4;
    if (ll + LLONG_MAX != -1 || ull + 1 != 0) return 5;
    uc++;
    us++;
    u++;
    if (uc != 0 || us != 0 || u != 0) return 6;
    if (sizeof(int8_t) != 1 || sizeof(int16_t) != 2 || sizeof(int32_t) != 4 || sizeof(int64_t) != 8) return 7;
    if (sizeof(uintptr_t) != sizeof(void *) || sizeof(intmax_t) != 8) return 8;
    printf("%d %d %d %lld %llu\n", SCHAR_MAX, SHRT_MAX, INT_MAX, LLONG_MAX, ULLONG_MAX);
    return 0;
}
