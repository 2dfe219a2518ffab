// Calls through a pointer to different functions.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * (x & 255); }
static int square(int x) { return (x & 15) * (x & 15); }
static int negate(int x) { return -(x & 255); }
int main(void) {
    int (*table[])(int) = {twice, square, negate, 0};
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        int x = __VERIFIER_nondet_int();
        int (*f)(int) = table[x & 3];
        if (!f) continue;
        sum += f(x);
        printf("%d\n", sum);
    }
    return sum & 127;
}
