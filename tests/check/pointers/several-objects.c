#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = 1, b = 2, c = 3;
    int *all[3] = {&a, &b, &c};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int *p = all[i], *q = all[j];
    *p = 10;
    *q = 20;
    assert(*q == 20);
    assert(i == j ? *p == 20 : *p == 10);
    assert((p == q) == (i == j));
    assert(a + b + c == 6 - (int)(i + 1) + 20 || i != j);
    return 0;
}
