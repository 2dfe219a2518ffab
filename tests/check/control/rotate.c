#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned left(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    assert(left(left(x, n), 32 - (n & 31)) == x);
    return 0;
}
