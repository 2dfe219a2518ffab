//@ run-native
//@ data-model: both
// _BitInt of odd widths up to 64: values, wrapping of unsigned, conversions, structs.
#include <stdio.h>

typedef unsigned _BitInt(7) u7;
typedef _BitInt(7) s7;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(17) s17;

struct holder { u7 a; s17 b; u33 c; };

static u7 wrap(u7 x, u7 y) { return (u7)(x + y); }
static s17 negate(s17 x) { return (s17)-x; }

int main(void) {
    u7 a = 127;
    a++;
    if (a != 0) return 1;
    if (wrap(100, 100) != 72) return 2;
    s7 b = -64;
    if (b >= 0 || (int)b != -64 || (s7)(b + 1) != -63) return 3;
    b = (s7)65; // converted modulo 2^7
    if (b != -63) return 4;
    u33 c = 0x1ffffffffwb;
    c += 2;
    if (c != 1) return 5;
    c = (u33)1 << 32;
    if (c != 0x100000000ull || (unsigned)c != 0) return 6;
    if (negate(65535) != -65535 || negate(-7) != 7) return 7;
    struct holder h = {5, -6, 7};
    h.c *= h.a;
    h.b -= 10;
    if (h.c != 35 || h.b != -16) return 8;
    unsigned _BitInt(1) bit = 1;
    bit++;
    if (bit != 0) return 9;
    printf("%d %d %lld\n", (int)wrap(1, 2), (int)(h.b >> 2), (long long)(u33)-1);
    return 0;
}
