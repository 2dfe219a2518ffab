//@ run-native
//@ data-model: both
// printf length modifiers: hh h l ll j z t, and %n.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000); // converted to the narrow type
    printf("%hhx %hx %hho\n", -1, -1, -1);
    printf("%ld %lu %lx\n", 123456L, 123456UL, 0xabcUL);
    printf("%lld %llu %llx %llo\n", LLONG_MIN, ULLONG_MAX, 0x123456789abcdefull, 01234567ull);
    printf("%jd %ju %zu %zx %td\n", (intmax_t)-5, (uintmax_t)5, (size_t)77, (size_t)255, (ptrdiff_t)-9);
    printf("%" PRId64 " %" PRIu64 " %" PRIx32 " %" PRIi8 " %" PRIo16 "\n", INT64_MIN, UINT64_MAX, 0xdeadu, (int8_t)-7, (uint16_t)8);
    printf("%" PRIdMAX " %" PRIuPTR " %" PRIX64 "\n", INTMAX_MAX, (uintptr_t)12, UINT64_C(0xABC));
    printf("%20lld|%-20lld|%020lld\n", -1234567890123ll, -1234567890123ll, -1234567890123ll);
    int at = -1;
    short at_short = -1;
    long long at_long = -1;
    printf("abc%ndef%hn%lln\n", &at, &at_short, &at_long);
    return at == 3 && at_short == 6 && at_long == 6 ? 0 : 1;
}
