//@ run-native
//@ data-model: both
// ffs, ffsl, ffsll.
#define _GNU_SOURCE
#include <stdio.h>
#include <strings.h>

int main(void) {
    if (ffs(0) != 0 || ffs(1) != 1 || ffs(8) != 4 || ffs(-1) != 1 || ffs((int)0x80000000u) != 32) return 1;
    volatile int x = 0x500;
    if (ffs(x) != 9 || ffsl(x) != 9 || ffsll(1ll << 40) != 41 || ffsll(0) != 0) return 2;
    int sum = 0;
    for (int i = 0; i < 31; i++) sum += ffs(1 << i);
    printf("%d\n", sum);
    return sum == 496 ? 0 : 3;
}
