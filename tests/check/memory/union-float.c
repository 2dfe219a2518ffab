#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
    union {
        float f;
        unsigned n;
    } u;
    u.f = __VERIFIER_nondet_float();
    unsigned before = u.n;
    u.n ^= 0x80000000;
    assert(u.f != u.f || (u.n ^ before) == 0x80000000);
    u.n &= 0x7fffffff;
    assert(u.f != u.f || u.f >= 0);
    return 0;
}
