//@ flags: --engine auto --stop-at-first
//@ verdict: violated
// A sum of three cells that is the same modulo 256 only.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = 0, b = 0, c = 0;
    for (;;) {
        a += 1024 * __VERIFIER_nondet_uint();
        b += 384 * __VERIFIER_nondet_uint();
        c += 256 * __VERIFIER_nondet_uint();
        assert(a + 2 * b - 4 * c + 768 != 0); //~ assertion
    }
}
