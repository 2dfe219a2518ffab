#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    short a[9];
    short *p = a + __VERIFIER_nondet_uint() % 10, *q = a + __VERIFIER_nondet_uint() % 10;
    long d = p - q;
    assert(d >= -9 && d <= 9 && q + d == p);
    assert(d != -9); //~ assertion
    return 0;
}
