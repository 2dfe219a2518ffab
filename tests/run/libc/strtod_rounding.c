//@ run-native
//@ data-model: both
// strtod is correctly rounded: halfway cases, long inputs, subnormals, overflow.
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (strtod("9007199254740993", NULL) != 9007199254740992.0) return 1; // tie to even
    if (strtod("9007199254740993.0000000000000000000000000001", NULL) != 9007199254740994.0) return 2;
    if (strtod("9007199254740995", NULL) != 9007199254740996.0) return 3;
    if (strtod("2.2250738585072011e-308", NULL) != 0x0.fffffffffffffp-1022) return 4;
    if (strtod("1.7976931348623157e308", NULL) != DBL_MAX || strtod("4.9e-324", NULL) != 0x1p-1074) return 5;
    errno = 0;
    if (!isinf(strtod("1.8e308", NULL)) || errno != ERANGE) return 6;
    errno = 0;
    if (strtod("1e-400", NULL) != 0 || errno != ERANGE) return 7;
    errno = 0;
    if (strtod("2.4703282292062328e-324", NULL) != 0x1p-1074) return 8; // just above half of the least
    if (strtod("100000000000000000000000000000000000000000e-40", NULL) != 10.0) return 9;
    if (strtod("0.000000000000000000000000000000000000000001e42", NULL) != 1.0) return 10;
    if (strtod("0x1.fffffffffffff8p0", NULL) != 2.0) return 11;
    if (strtof("1.00000005960464477539062500001", NULL) != 1.0f + FLT_EPSILON) return 12;
    if (strtof("1.000000059604644775390625", NULL) != 1.0f) return 13;
    printf("%a %a %a\n", strtod("6.02214076e23", NULL), strtod("1.0e23", NULL), strtod("8.5e-100", NULL));
    printf("%a %a\n", strtod("3.14159265358979323846264338327950288", NULL), strtod("1e-5", NULL));
    return 0;
}
