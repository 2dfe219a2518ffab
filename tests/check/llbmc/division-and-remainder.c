// They round towards zero, and the remainder has the dividend's sign.
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);
int main(void) {
    signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
    if (b == 0 || b < -15 || b > 15) return 0;
    int q = a / b, r = a % b;
    assert(q * b + r == a);
    assert(r == 0 || (r < 0) == (a < 0));
    assert(a < 0 || b < 0 || (r >= 0 && r < b));
    return 0;
}
