//@ run-native
//@ data-model: both
// Truncation, sign extension and zero extension between all the widths.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t wide = 0xfedcba9876543210u;
    if ((uint32_t)wide != 0x76543210u) return 1;
    if ((uint16_t)wide != 0x3210) return 2;
    if ((uint8_t)wide != 0x10) return 3;
    if ((int32_t)(wide >> 32) != -0x1234568) return 4;
    if ((int16_t)(wide >> 48) != -0x124) return 5;
    if ((int8_t)(wide >> 56) != -2) return 6;
    int8_t small = -2;
    if ((int64_t)small != -2) return 7;
    if ((uint64_t)small != 0xfffffffffffffffeu) return 8;
    if ((uint16_t)small != 0xfffe) return 9;
    if ((uint64_t)(uint8_t)small != 0xfe) return 10;
    if ((uint64_t)(int64_t)(uint32_t)small != 0xfffffffeu) return 11;
    _Bool flag = 256;
    if (flag != 1 || (uint8_t)256 != 0) return 12;
    flag = 0.25;
    if (!flag) return 13;
    flag = (_Bool)(void *)0;
    if (flag) return 14;
    printf("%x %d %lld\n", (unsigned)(uint8_t)small, (int16_t)40000, (long long)(int32_t)3000000000u);
    return 0;
}
