//@ run-native
// __int128: arithmetic, comparison, shifts, conversions, parameters, results.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print(const char *name, u128 x) {
    char digits[40];
    int n = 0;
    do digits[n++] = (char)('0' + (int)(x % 10)); while (x /= 10);
    printf("%s ", name);
    while (n) putchar(digits[--n]);
    putchar('\n');
}

static i128 power(i128 base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }

int main(void) {
    u128 max = ~(u128)0;
    if (max + 1 != 0 || (unsigned long)(max >> 64) != ~0ul) return 1;
    i128 ten20 = power(10, 20);
    if (ten20 / 10000000000l != 10000000000l || ten20 % 7 != 2) return 2;
    i128 negative = -ten20;
    if (negative >= 0 || negative / 3 * 3 + negative % 3 != negative) return 3;
    if ((negative >> 100) != -1 || (u128)negative >> 127 != 1) return 4;
    if ((long)negative != (long)(unsigned long)(u128)negative) return 5;
    u128 product = (u128)0xffffffffffffffffu * 0xffffffffffffffffu;
    if ((unsigned long)product != 1 || (unsigned long)(product >> 64) != 0xfffffffffffffffeu) return 6;
    if ((double)ten20 != 1e20 || (i128)1e30 / 1000000000000000l != (i128)1e15) return 7;
    if (!(negative < 0) || !((u128)negative > max / 2) || power(-3, 41) >= 0) return 8;
    u128 bits = (u128)1 << 100;
    bits |= bits >> 50;
    bits ^= 1;
    print("max", max);
    print("bits", bits);
    print("3^80", (u128)power(3, 80));
    return 0;
}
