// The values that take turns are in an array, and an inner loop reads another one each time.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mix(unsigned x) { return (x ^ (x >> 3)) & 0x55; }
int main(void) {
    unsigned ring[3], at = 0;
    for (int i = 0; i < 3; i++)
        ring[i] = __VERIFIER_nondet_uint();
    if (mix(ring[0]) == 1 || mix(ring[1]) == 1)
        return 0;
    while (__VERIFIER_nondet_int()) {
        assert(mix(ring[at]) != 1); //~ assertion
        at = at == 2 ? 0 : at + 1;
        while (__VERIFIER_nondet_int() > 5)
            ring[1] ^= 0x80000000u;
    }
    return 0;
}
