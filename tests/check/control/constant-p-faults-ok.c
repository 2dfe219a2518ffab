#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = NULL, a[4] = {0};
    int i = __VERIFIER_nondet_int();
    int known = __builtin_constant_p(*p) + __builtin_constant_p(a[i]) + __builtin_constant_p(i + 1) + __builtin_constant_p(5 / i);
    assert(known == 0);
    return 0;
}
