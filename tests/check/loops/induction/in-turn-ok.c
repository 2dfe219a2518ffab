// Three values take turns: three rounds have to be looked at together.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mix(unsigned x) { return (x ^ (x >> 3)) & 0x55; }
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    if (mix(a) == 1 || mix(b) == 1 || mix(c) == 1)
        return 0;
    while (__VERIFIER_nondet_int()) {
        assert(mix(a) != 1);
        unsigned t = a;
        a = b, b = c, c = t;
    }
    return 0;
}
