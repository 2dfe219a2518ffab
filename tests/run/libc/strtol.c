//@ run-native
//@ data-model: both
// strtol and strtoul: bases, prefixes, signs, white space, end pointers.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int check(const char *s, int base, long expected, int consumed) {
    char *end;
    errno = 0;
    long got = strtol(s, &end, base);
    return got == expected && end - s == consumed && errno == 0;
}

int main(void) {
    if (!check("42", 10, 42, 2) || !check("  -17xyz", 10, -17, 5) || !check("+5", 10, 5, 2)) return 1;
    if (!check("0x1F", 16, 31, 4) || !check("1f", 16, 31, 2) || !check("0x1f", 0, 31, 4)) return 2;
    if (!check("0755", 0, 493, 4) || !check("0755", 8, 493, 4) || !check("755", 0, 755, 3)) return 3;
    if (!check("zz", 36, 1295, 2) || !check("1012", 2, 5, 3) || !check("9", 8, 0, 0)) return 4;
    if (!check("", 10, 0, 0) || !check("   ", 10, 0, 0) || !check("abc", 10, 0, 0) || !check("-", 10, 0, 0)) return 5;
    if (!check("0x", 16, 0, 1) || !check("0xg", 0, 0, 1) || !check("- 1", 10, 0, 0)) return 6;
    if (!check("\t\n\v\f\r 8", 10, 8, 7) || !check("000", 10, 0, 3)) return 7;
    char *end;
    errno = 0;
    if (strtoul("-1", &end, 10) != ULONG_MAX || errno != 0) return 8; // negated in the unsigned type
    if (strtoul("4294967295", NULL, 10) != 4294967295u) return 9;
    if (strtoul("0777", NULL, 0) != 511 || strtoul("fFfF", NULL, 16) != 65535) return 10;
    printf("%ld %ld\n", strtol("-0", NULL, 10), strtol("12abc", &end, 10));
    puts(end);
    return 0;
}
