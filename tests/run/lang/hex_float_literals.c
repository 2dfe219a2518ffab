//@ run-native
//@ data-model: both
// Integer and floating constants in every spelling.
#include <stdio.h>

int main(void) {
    if (0x1p4 != 16 || 0x1.8p1 != 3 || 0x.8p0 != 0.5 || 0xap-1f != 5) return 1;
    if (1e3 != 1000 || 1.e-1 != 0.1 || .5e+1 != 5 || 1.5E2L != 150) return 2;
    if (0b1011 != 11 || 0777 != 511 || 0XfF != 255) return 3;
    if (sizeof(1) != sizeof(int) || sizeof(1ll) != 8 || sizeof(2147483648ll) != 8) return 4;
    if (-2147483647 - 1 >= 0 || 0xffffffff != 4294967295u) return 5;
    if (1.0f / 3 == 1.0 / 3) return 6;
    if (4.9406564584124654e-324 == 0 || 4.9406564584124654e-324 / 2 != 0) return 7;
    if (1.7976931348623157e308 != 0x1.fffffffffffffp1023) return 8;
    printf("%a %a %a\n", 0.1, 1e22, 123456789.125);
    printf("%.17g %.17g\n", 9007199254740993.0, 2.2250738585072011e-308);
    return 0;
}
