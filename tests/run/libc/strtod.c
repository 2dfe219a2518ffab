//@ run-native
//@ data-model: both
// strtod: forms, exponents, hexadecimal, special values, end pointers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int check(const char *s, double expected, int consumed) {
    char *end;
    double got = strtod(s, &end);
    return got == expected && end - s == consumed;
}

int main(void) {
    if (!check("1.5", 1.5, 3) || !check("  -2.5e3x", -2500, 8) || !check("+.25", .25, 4) || !check("7.", 7, 2)) return 1;
    if (!check("1e", 1, 1) || !check("1e+", 1, 1) || !check("1e5", 1e5, 3) || !check("1E-2", .01, 4)) return 2;
    if (!check(".", 0, 0) || !check("", 0, 0) || !check("-", 0, 0) || !check("e5", 0, 0) || !check("abc", 0, 0)) return 3;
    if (!check("0x1.8p1", 3, 7) || !check("0x10", 16, 4) || !check("0x.8", .5, 4) || !check("0x", 0, 1)) return 4;
    if (!check("inf", INFINITY, 3) || !check("-INFINITY", -INFINITY, 9) || !check("infin", INFINITY, 3)) return 5;
    char *end;
    if (!isnan(strtod("nan", &end)) || *end) return 6;
    if (!isnan(strtod("NaN(123)x", &end)) || *end != 'x') return 7;
    if (!signbit(strtod("-0", NULL))) return 8;
    if (strtof("0.1", NULL) != 0.1f || strtof("16777217", NULL) != 16777216.0f) return 9;
    if (strtold("0.5", NULL) != 0.5L) return 10;
    printf("%.17g %.17g %.9g\n", strtod("0.1", NULL), strtod("123456.789e-3", NULL), strtof("3.3", NULL));
    return 0;
}
