#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    double d = (double)n;
    if (n < 1ul << 53) assert((unsigned long)d == n);
    assert(d >= 0 && d <= 18446744073709551616.0);
    float f = (float)d;
    assert(f >= 0);
    return 0;
}
