// Paths part at a branch, write different memory, and meet again.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int g;
int main(void) {
    for (int i = 0; i < 8; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > 3) {
            g += 2;
        } else if (x < 0) {
            g -= 1;
        } else {
            g ^= x;
        }
        printf("%d ", g);
    }
    putchar('\n');
    return g & 63;
}
