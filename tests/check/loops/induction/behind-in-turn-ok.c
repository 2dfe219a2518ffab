// What is claimed behind the loop depends on how often it went round, and each round has several ways.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mix(unsigned x) { return (x ^ (x >> 3)) & 0x55; }
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
    if (mix(a) == 1 || mix(b) == 1)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int way = __VERIFIER_nondet_int();
        if (way == 1)
            continue;
        if (way == 2 && n < 3) {
            n++;
            continue;
        }
        if (n == 3) {
            unsigned t = a;
            a = b, b = t;
        }
    }
    assert(mix(a) != 1);
    return 0;
}
