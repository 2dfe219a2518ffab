//@ run-native
//@ data-model: both
// Bit-counting, swapping and rotating builtins.
#include <stdio.h>

int main(void) {
    volatile unsigned u = 0x00f0a000;
    volatile unsigned long long q = 0x0000100000000000ull;
    if (__builtin_clz(u) != 8 || __builtin_ctz(u) != 13) return 1;
    if (__builtin_clzll(q) != 19 || __builtin_ctzll(q) != 44) return 2;
    if (__builtin_popcount(u) != 6 || __builtin_popcountll(~q) != 63) return 3;
    if (__builtin_parity(u) != 0 || __builtin_parityll(q) != 1) return 4;
    if (__builtin_ffs((int)u) != 14 || __builtin_ffs(0) != 0 || __builtin_ffsll((long long)q) != 45) return 5;
    volatile int zero = 0;
    if (__builtin_ffs(zero) != 0) return 6;
    if (__builtin_bswap16(0x1234) != 0x3412 || __builtin_bswap32(u) != 0x00a0f000) return 7;
    if (__builtin_bswap64(q) != 0x0000000000100000ull) return 8;
    if (__builtin_bitreverse8(0x13) != 0xc8 || __builtin_bitreverse32(u) != 0x00050f00) return 9;
    if (__builtin_bitreverse64(q) != 0x0000000000080000ull) return 10;
    if (__builtin_rotateleft32(u, 12) != 0x0a00000f || __builtin_rotateright32(u, 16) != 0xa00000f0) return 11;
    if (__builtin_rotateleft8(0x81, 1) != 3 || __builtin_rotateright64(q, 45) != 1ull << 63) return 12;
    if (__builtin_clrsb(-1) != 31 || __builtin_clrsb(1) != 30 || __builtin_clrsbll(zero) != 63) return 13;
    if (__builtin_clzg(u) != 8 || __builtin_clzg((unsigned)zero, 99) != 99 || __builtin_popcountg(q) != 1) return 14;
    if (__builtin_clzs((unsigned short)1) != 15 || __builtin_ctzs((unsigned short)0x100) != 8) return 15;
    printf("%d %x\n", __builtin_clz(u), __builtin_bswap32(u));
    return 0;
}
