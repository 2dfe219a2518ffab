#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint() % 4;
    uintptr_t n = (uintptr_t)&a[i];
    assert(n % 4 == 0);
    int *p = (int *)(n | 0);
    assert(*p == (int)i + 1);
    assert(p == &a[i]);
    return 0;
}
