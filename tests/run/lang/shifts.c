//@ run-native
//@ data-model: both
// Shifts: logical for unsigned, arithmetic for signed, counts up to width - 1.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate_left(uint32_t x, unsigned n) {
    return n == 0 ? x : (x << n) | (x >> (32 - n));
}

int main(void) {
    int negative = -256;
    if (negative >> 4 != -16 || -1 >> 31 != -1) return 1;
    unsigned positive = 0x80000000u;
    if (positive >> 31 != 1) return 2;
    int count = 31;
    if (1u << count != 0x80000000u) return 3;
    count = 63;
    if (1ull << count != 0x8000000000000000u) return 4;
    if (((int64_t)0x8000000000000000u >> count) != -1) return 5;
    uint8_t byte = 0xff;
    if (byte << 4 != 0xff0) return 6;
    if ((uint8_t)(byte << 4) != 0xf0) return 7;
    long long wide_count = 3;
    if (5 << wide_count != 40) return 8;
    unsigned hash = 1;
    for (unsigned n = 0; n < 32; n++) hash = rotate_left(hash, n) ^ n;
    printf("%08x\n", hash);
    byte >>= 3;
    if (byte != 31) return 9;
    return 0;
}
