#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
typedef unsigned __int128 wide;
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong() & 0xffff, b = __VERIFIER_nondet_ulong() & 0xffff;
    wide p = ((wide)a << 64) + b, q = p * 3;
    assert((unsigned long)(q >> 64) == 3 * a && (unsigned long)q == 3 * b);
    assert(p - (wide)b >> 64 == a);
    return 0;
}
