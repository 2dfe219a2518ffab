// An address computed from another object's address, and one hidden in an exclusive or.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = 5, b = 6;
    uintptr_t pa = (uintptr_t)&a, pb = (uintptr_t)&b;
    uintptr_t x = __VERIFIER_nondet_uint() & 1 ? pa : pb;
    int *q = (int *)(pa + (x - pa));
    *q = 7;
    assert(a == 7 || b == 7);
    assert(x == pa ? a == 7 : b == 7);
    int *r = (int *)(pa ^ pb ^ x);
    assert(r != q);
    assert(*r == (x == pa ? 6 : 5));
    return 0;
}
