// A loop that goes down, and one that goes up.
//@ flags: --engine loops
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100000];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    for (int i = n - 1; i >= 0; i--)
        a[i] = 7;
    for (int i = 0; i < n; i++)
        assert(a[i] == 7);
    return 0;
}
