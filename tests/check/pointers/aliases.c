// What a store through one pointer does to a read through another.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, y = 2, *h = malloc(sizeof *h);
    *h = 3;
    int n = __VERIFIER_nondet_int();
    int *p = n < 0 ? &x : n == 0 ? &y : h;
    int *q = n < 5 ? &x : h;
    int before = *q;
    *p = 50;
    assert(*q == (p == q ? 50 : before));
    assert(x + y + *h == (n < 0 ? 55 : n == 0 ? 54 : 53));
    free(h);
    return 0;
}
