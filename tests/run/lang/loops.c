//@ run-native
//@ data-model: both
// for, while, do with break and continue, nested, empty parts, several variables.
#include <stdio.h>

int main(void) {
    int trace = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 2) continue;
        if (i > 6) break;
        trace = trace * 10 + i;
    }
    if (trace != 246) return 1;
    int pairs = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0;; j++) {
            if (j == i) break;
            if ((i + j) % 3) continue;
            pairs++;
        }
    if (pairs != 5) return 2;
    int n = 0;
    do n++; while (n < 0);
    if (n != 1) return 3;
    do {
        if (++n == 5) continue; // goes to the condition
        n++;
    } while (n < 9);
    if (n != 9) return 4;
    int lo = 0, hi = 100, steps = 0;
    for (; lo < hi; lo += 3, hi -= 4) steps++;
    if (steps != 15) return 5;
    while (1) {
        while (1) { if (steps-- == 10) break; }
        if (steps < 10) break;
    }
    if (steps != 9) return 6;
    unsigned u = 5;
    while (u --> 0) trace++;
    if (trace != 251) return 7;
    for (int i = 0, *p = &trace; i < 3; i++) *p += i;
    printf("%d %d %d\n", trace, pairs, steps);
    return 0;
}
