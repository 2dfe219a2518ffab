//@ run-native
//@ data-model: both
// atoi, atol, atoll, atof.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (atoi("123") != 123 || atoi("  -45 rest") != -45 || atoi("+7") != 7 || atoi("none") != 0 || atoi("") != 0) return 1;
    if (atoi("2147483647") != 2147483647 || atoi("-2147483648") != -2147483647 - 1) return 2;
    if (atoi("0x10") != 0 || atoi("010") != 10) return 3;
    if (atol("1000000") != 1000000 || atoll("-9223372036854775807") != -9223372036854775807ll) return 4;
    if (atof("3.25") != 3.25 || atof("-1e2x") != -100 || atof("x") != 0) return 5;
    printf("%d %lld %g\n", atoi("99 bottles"), atoll("123456789012345"), atof(".5e1"));
    return 0;
}
