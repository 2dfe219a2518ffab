//@ run-native
//@ data-model: both
// Values out of range are clamped, with ERANGE, and the digits are consumed.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *end;
    errno = 0;
    if (strtol("99999999999999999999999x", &end, 10) != LONG_MAX || errno != ERANGE || *end != 'x') return 1;
    errno = 0;
    if (strtol("-99999999999999999999999", &end, 10) != LONG_MIN || errno != ERANGE || *end) return 2;
    errno = 0;
    if (strtoll("9223372036854775807", NULL, 10) != LLONG_MAX || errno) return 3;
    if (strtoll("-9223372036854775808", NULL, 10) != LLONG_MIN || errno) return 4;
    if (strtoll("9223372036854775808", NULL, 10) != LLONG_MAX || errno != ERANGE) return 5;
    errno = 0;
    if (strtoull("18446744073709551615", NULL, 10) != ULLONG_MAX || errno) return 6;
    if (strtoull("18446744073709551616", NULL, 10) != ULLONG_MAX || errno != ERANGE) return 7;
    errno = 0;
    if (strtoull("-18446744073709551615", NULL, 10) != 1 || errno) return 8;
    errno = 0;
    if (strtoul("999999999999999999999", NULL, 10) != ULONG_MAX || errno != ERANGE) return 9;
    errno = 0;
    if (strtoimax("-7fffffffffffffff", NULL, 16) != -INTMAX_MAX || strtoumax("ffffffffffffffff", NULL, 16) != UINTMAX_MAX || errno) return 10;
    printf("%lld %llu\n", strtoll("-123456789012", NULL, 0), strtoull("0xdeadbeefcafe", NULL, 0));
    return 0;
}
