#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 3, *p = n > 2 ? &x : NULL;
    assert(!p == (n <= 2));
    assert(p ? *p == 3 : 1);
    return 0;
}
