//@ run-native
//@ data-model: both
// All comparison predicates, signed and unsigned, on several widths.
#include <stdint.h>
#include <stdio.h>

#define ORDER(T, small, large)                                              \
    do {                                                                    \
        volatile T lo = (small), hi = (large);                              \
        if (!(lo < hi) || !(lo <= hi) || hi < lo || hi <= lo) return line;  \
        if (!(hi > lo) || !(hi >= lo) || lo > hi || lo >= hi) return line;  \
        if (lo == hi || !(lo != hi) || !(lo <= lo) || !(lo >= lo)) return line; \
        line++;                                                             \
    } while (0)

int main(void) {
    int line = 1;
    ORDER(int8_t, -128, 127);
    ORDER(uint8_t, 127, 128);
    ORDER(int16_t, -1, 0);
    ORDER(uint16_t, 0, 65535);
    ORDER(int32_t, INT32_MIN, INT32_MAX);
    ORDER(uint32_t, INT32_MAX, 0x80000000u);
    ORDER(int64_t, INT64_MIN, -1);
    ORDER(uint64_t, 1, UINT64_MAX);
    ORDER(float, -1.5f, 0.25f);
    ORDER(double, -1e308, 1e-308);
    ORDER(long double, -1.0L, 1.0L);
    ORDER(_Bool, 0, 1);
    printf("%d\n", (1 < 2) + (2 > 1) + (1 == 1) * 10);
    return 0;
}
