#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0, b = 0, *p = &a, *q = &b;
    int **pp = __VERIFIER_nondet_int() > 0 ? &p : &q;
    **pp = 5;
    *pp = 0;
    assert((p == 0) != (q == 0));
    assert(p == 0 ? a == 5 && b == 0 : b == 5 && a == 0);
    return 0;
}
