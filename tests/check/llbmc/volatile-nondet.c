//@ flags: --volatile nondet
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    volatile int v = __VERIFIER_nondet_int();
    int a = v, b = v;
    assert(a == b); //~ assertion
    return 0;
}
