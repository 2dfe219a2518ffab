//@ flags: --std gnu23
//@ data-model: both
#include <stdbit.h>
#include <stdio.h>

int main(void) {
    unsigned char c = 0x16;
    unsigned short s = 0xfff0;
    printf("%u %u %u %u\n", stdc_leading_zeros(c), stdc_leading_ones(s), stdc_trailing_zeros(c), stdc_trailing_ones(7u));
    printf("%u %u %u\n", stdc_leading_zeros((unsigned char)0), stdc_trailing_zeros(0u), stdc_leading_zeros(0ull));
    printf("%u %u %u %u\n", stdc_first_leading_zero(s), stdc_first_leading_one(c), stdc_first_trailing_zero(7u),
           stdc_first_trailing_one(8ull));
    printf("%u %u %d %d\n", stdc_count_zeros(c), stdc_count_ones(s), stdc_has_single_bit(8u), stdc_has_single_bit(9u));
    printf("%u %d %d %u\n", stdc_bit_width(c), stdc_bit_floor(c), stdc_bit_ceil(c), stdc_bit_ceil(1u));
    return stdc_leading_zeros(c) != 3 || stdc_leading_ones(s) != 12 || stdc_first_leading_zero(s) != 13 ||
           stdc_bit_floor(c) != 16 || stdc_bit_ceil(c) != 32 || stdc_leading_zeros(0ull) != 64 || stdc_count_zeros(c) != 5;
}
