//@ run-native
//@ data-model: both
// Bitwise operators and the classic bit tricks.
#include <stdint.h>
#include <stdio.h>

static int popcount(uint32_t x) {
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

static uint32_t reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

int main(void) {
    if ((12 & 10) != 8 || (12 | 10) != 14 || (12 ^ 10) != 6 || ~12 != -13) return 1;
    uint32_t a = 0xdeadbeef, b = 0x12345678;
    if ((a & b) + (a | b) != a + b) return 2;
    if ((a ^ b) + 2 * (a & b) != a + b) return 3;
    if (popcount(a) != 24) return 4;
    if (reverse(reverse(a)) != a || reverse(1) != 0x80000000u) return 5;
    a ^= b; b ^= a; a ^= b;
    if (a != 0x12345678 || b != 0xdeadbeef) return 6;
    if ((b & -b) != 1) return 7;
    uint64_t c = ~0ull << 40 | 5;
    c &= ~(uint64_t)1;
    printf("%08x %08x %llx\n", reverse(a), b & ~a, (unsigned long long)c);
    return 0;
}
