//@ run-native
//@ data-model: both
// Compound assignments convert, compute in the wider type and convert back.
#include <stdio.h>

static int calls;
static int *once(int *p) { calls++; return p; }

int main(void) {
    int i = 10;
    i += 5; i -= 3; i *= 4; i /= 5; i %= 6;
    if (i != 3) return 1;
    i <<= 4; i >>= 1; i |= 3; i &= 0x1a; i ^= 0xff;
    if (i != 0xe5) return 2;
    unsigned char c = 250;
    c += 10;
    if (c != 4) return 3;
    c -= 5;
    if (c != 255) return 4;
    c *= 2;
    if (c != 254) return 5;
    int scaled = 10;
    scaled *= 2.55; // computed in double
    if (scaled != 25) return 6;
    short s = -1;
    s >>= 3;
    if (s != -1) return 7;
    float f = 1;
    f /= 3;
    f += 1;
    int a[3] = {1, 2, 3}, *p = a;
    p += 2;
    p -= 1;
    if (*p != 2) return 8;
    *once(p) += 40;
    if (a[1] != 42 || calls != 1) return 9;
    int x, y, z;
    x = y = z = 7;
    x += y -= z *= 2;
    if (x != 0 || y != -7 || z != 14) return 10;
    _Bool b = 1;
    b += 5;
    b &= 1;
    printf("%d %.9g %d %d\n", i, f, scaled, b);
    return 0;
}
