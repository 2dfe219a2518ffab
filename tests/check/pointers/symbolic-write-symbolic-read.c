// A read of what was written at a place that nobody knows.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a[6] = {0};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
    if (i > 5 || j > 5) return 0;
    a[i] = v;
    assert(a[j] == (i == j ? v : 0));
    return 0;
}
