// A pointer that each round may turn to the other of two variables.
//@ flags: --engine loops
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 1, b = 2;
    int *p = &a;
    while (__VERIFIER_nondet_int()) {
        p = p == &a ? &b : &a;
        assert(*p == 1 || *p == 2);
    }
    assert(*p > 0);
}
