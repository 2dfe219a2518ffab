#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    signed char c = (signed char)n;
    unsigned char u = (unsigned char)n;
    short s = (short)n;
    assert(c == u || c == u - 256);
    assert((s & 255) == u);
    c++;
    assert(c != -128 || u == 127);
    u--;
    assert(u == ((n - 1u) & 255));
    assert((s >> 15) == (s < 0 ? -1 : 0));
    return 0;
}
