// Pointers that nobody knows, compared.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[5], b;
    int *p = a + __VERIFIER_nondet_uint() % 6, *q = a + __VERIFIER_nondet_uint() % 6;
    assert((p < q) == (q - p > 0));
    assert((p == q) == !(p < q || p > q));
    if (__VERIFIER_nondet_uint() & 1) q = &b;
    // The end of `a` may be where `b` begins.
    if (p == q) assert(q >= a && q - a <= 5); //~ pointer-subtraction
    return 0;
}
