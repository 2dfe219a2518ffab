// Three blocks of 1.5 GB do not fit 32 bits: that they do not overlap must not make everything behind them true.
//@ data-model: ILP32
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *a = malloc(1610612736), *b = malloc(1610612736), *c = malloc(1610612736);
    if (!a || !b || !c) return 0;
    uintptr_t sum = (uintptr_t)a ^ (uintptr_t)b ^ (uintptr_t)c;
    assert(__VERIFIER_nondet_int() != 5); //~ assertion
    return sum == 1;
}
