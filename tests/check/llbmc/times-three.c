#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(n * 3 == (n << 1) + n);
    assert(n * 3 != (n << 2) + n || n == 0); //~ assertion
    return 0;
}
