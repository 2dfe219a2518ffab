//@ run-native
//@ data-model: both
// Checked, carrying and saturating arithmetic.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int i;
    volatile int max = INT_MAX, min = INT_MIN;
    if (!__builtin_add_overflow(max, 1, &i) || i != INT_MIN) return 1;
    if (__builtin_add_overflow(max, -1, &i) || i != INT_MAX - 1) return 2;
    if (!__builtin_sub_overflow(min, 1, &i) || i != INT_MAX) return 3;
    if (!__builtin_mul_overflow(max, 2, &i) || i != -2) return 4;
    if (__builtin_mul_overflow(46340, 46340, &i) || i != 2147395600) return 5;
    unsigned u;
    if (!__builtin_usub_overflow(3, 5, &u) || u != UINT_MAX - 1) return 6;
    if (!__builtin_umul_overflow(65536, 65536, &u) || u != 0) return 7;
    long long q;
    if (!__builtin_smulll_overflow(LLONG_MAX, -2, &q) || q != 2) return 8;
    int8_t small;
    if (!__builtin_add_overflow(100, 100, &small) || small != -56) return 9;
    if (__builtin_add_overflow(-100, -28, &small) || small != -128) return 10;
    uint64_t big;
    if (!__builtin_add_overflow(-5, 3u, &big) || big != UINT64_MAX - 1) return 11; // mixed signs, exact first
    if (__builtin_mul_overflow(1u << 31, 1ull << 32, &big) || big != 1ull << 63) return 12;
    if (!__builtin_ssub_overflow(min, max, &i) || i != 1) return 13;
    unsigned carry, sum = __builtin_addc(UINT_MAX, 1u, 1u, &carry);
    if (sum != 1 || carry != 1) return 14;
    unsigned borrow, difference = __builtin_subc(0u, 0u, 1u, &borrow);
    if (difference != UINT_MAX || borrow != 1) return 15;
    if (__builtin_elementwise_add_sat(max, 5) != INT_MAX || __builtin_elementwise_sub_sat(min, 5) != INT_MIN) return 16;
    if (__builtin_elementwise_add_sat(4000000000u, 400000000u) != UINT_MAX || __builtin_elementwise_sub_sat(1u, 2u) != 0) return 17;
    printf("%d %u %lld %d\n", i, u, q, small);
    return 0;
}
