#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) { return n ? 1 + depth(n - 1) : 0; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 11;
    assert(depth(n) != 10); //~ assertion
    return 0;
}
