// Worlds that an assumption leaves out.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x != -2147483647 - 1);
        sum += x & 255;
        printf("%d\n", sum);
    }
    return sum & 63;
}
