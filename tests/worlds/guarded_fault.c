// Some worlds divide by zero, the others go on.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        int x = __VERIFIER_nondet_int();
        sum = (sum + 100 / (x & 7)) & 1023;
        printf("%d\n", sum);
    }
    return 0;
}
