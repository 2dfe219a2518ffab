// The checks of arithmetic strike in some worlds only.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += __VERIFIER_nondet_int();
        printf("%d\n", sum);
    }
    return sum & 15;
}
