//@ run-native
//@ data-model: both
// The integer promotions and the usual arithmetic conversions.
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    if (a + b != 300) return 1;
    if ((unsigned char)(a + b) != 44) return 2;
    if (~a != -201) return 3;
    if ((unsigned char)~a != 55) return 4;
    unsigned short us = 65535;
    if (us + 1 != 65536) return 5;
    if (-us != -65535) return 6;
    if (sizeof(+a) != sizeof(int) || sizeof(a + b) != sizeof(int)) return 7;
    int minus_one = -1;
    unsigned one = 1;
    if (!(minus_one > one)) return 8; // -1 becomes UINT_MAX
    long long wide = -1;
    if (!(wide < one)) return 9; // unsigned fits into long long
    signed char sc = -1;
    if ((unsigned)sc != 4294967295u) return 10;
    if ((unsigned short)sc != 65535) return 11;
    if ((a << 8) != 51200) return 12;
    if ('a' + 0 != 97 || sizeof('a') != sizeof(int)) return 13;
    unsigned long long mixed = one + wide;
    if (mixed != 0) return 14;
    printf("%d %d %u\n", a * b, a - 2 * b - 1, (unsigned)minus_one);
    return 0;
}
