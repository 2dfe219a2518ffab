//@ run-native
//@ data-model: both
// Reading another member of a union reinterprets the bytes.
#include <stdint.h>
#include <stdio.h>

union number {
    uint32_t u;
    int32_t i;
    float f;
    uint8_t b[4];
    struct { uint16_t low, high; } half;
};

union wide { double d; uint64_t u; };

int main(void) {
    union number n = {.f = 1.0f};
    if (n.u != 0x3f800000u) return 1;
    if (n.b[0] != 0 || n.b[2] != 0x80 || n.b[3] != 0x3f) return 2;
    if (n.half.low != 0 || n.half.high != 0x3f80) return 3;
    n.b[3] |= 0x80;
    if (n.f != -1.0f || n.i >= 0) return 4;
    n.half.low = 1;
    if (!(n.f < -1.0f)) return 5;
    union wide w = {-0.0};
    if (w.u != 0x8000000000000000u) return 6;
    w.u = 0x4009000000000000u;
    if (w.d != 3.125) return 7;
    if (((union number){.i = -1}).half.high != 0xffff) return 8;
    printf("%08x %g %016llx\n", n.u, w.d, (unsigned long long)((union wide){.d = 0.1}).u);
    return 0;
}
