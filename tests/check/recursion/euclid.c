#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 3, b = __VERIFIER_nondet_uchar() & 3;
    unsigned g = gcd(a, b);
    assert(g == 0 ? a == 0 && b == 0 : a % g == 0 && b % g == 0);
    return 0;
}
