// A volatile variable gives back what was written to it, unless someone says that others write it too.
//@ flags: --volatile plain
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    volatile int v = __VERIFIER_nondet_int();
    int a = v, b = v;
    assert(a == b);
    return 0;
}
