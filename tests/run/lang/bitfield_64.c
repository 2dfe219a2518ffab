//@ run-native
// Bit-fields wider than int, and their promotions.
#include <stdio.h>

struct wide {
    unsigned long low : 40;
    long middle : 20;
    unsigned long high : 4;
    long long next : 33;
};

int main(void) {
    struct wide w = {0xfedcba9876ul, -524288, 9, -1};
    if (w.low != 0xfedcba9876ul) return 1;
    if (w.middle != -524288 || w.high != 9 || w.next != -1) return 2;
    w.low <<= 4;
    if (w.low != 0xedcba98760ul) return 3;
    w.middle += 524289;
    if (w.middle != 1 || w.high != 9) return 4;
    w.next = 0xffffffffll;
    if (w.next != 4294967295ll) return 5;
    w.low = 0;
    w.low--;
    if (w.low != (1ul << 40) - 1 || w.middle != 1) return 6;
    if (sizeof w != 16) return 7;
    printf("%lu %ld %lu %lld\n", (unsigned long)w.low, (long)w.middle, (unsigned long)w.high, (long long)w.next);
    return 0;
}
