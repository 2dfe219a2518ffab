//@ run-native
//@ data-model: both
// _BitInt above 64 and above 128 bits.
#include <stdio.h>

typedef unsigned _BitInt(100) u100;
typedef _BitInt(128) s128;
typedef unsigned _BitInt(256) u256;
typedef _BitInt(193) s193;

static u256 factorial(int n) { return n < 2 ? 1 : (u256)n * factorial(n - 1); }

static void print(u256 x) {
    char digits[90];
    int n = 0;
    do digits[n++] = (char)('0' + (int)(x % 10)); while (x /= 10);
    while (n) putchar(digits[--n]);
    putchar('\n');
}

int main(void) {
    u100 a = 0;
    a--;
    if ((u100)(a + 1) != 0 || (a >> 99) != 1 || (unsigned long long)(a >> 40) != 0xfffffffffffffffull) return 1;
    s128 b = -1;
    b >>= 90;
    if (b != -1 || b / 3 != 0 || (s128)(b * 5) % 3 != -2) return 2;
    u256 f = factorial(50);
    print(f);
    for (int i = 50; i > 1; i--) {
        if (f % i != 0) return 3;
        f /= i;
    }
    if (f != 1) return 4;
    u256 top = (u256)1 << 255;
    if (top >> 254 != 2 || top + top != 0) return 5;
    s193 n = -12345;
    n *= 1000000000000ll;
    n *= 1000000000000ll;
    if (n / 1000000000000ll / 1000000000000ll != -12345 || !(n < 0)) return 6;
    if ((n >> 150) != -1 || (u256)(n ^ n) != 0) return 7;
    print((u256)-n);
    print(~(u256)0);
    return 0;
}
