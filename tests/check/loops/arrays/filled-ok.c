// All elements that a loop has been at are known to be what it stored.
//@ flags: --engine loops
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 42;
    for (int i = 0; i < n; i++)
        assert(a[i] == 42);
    return 0;
}
