#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    double m = a < b ? a : b;
    assert(a != a || b != b || (m <= a && m <= b));
    assert(m <= b); //~ assertion
    return 0;
}
