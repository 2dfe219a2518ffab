//@ says: assumed: a NaN that arithmetic makes is positive and has no payload
// The sign of a NaN that comes of a division depends on the machine.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != 0)
        return 0;
    double quotient = x / x;
    assert(!signbit(quotient));
    return 0;
}
