// The last element is not written: what it is is not known.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    for (int i = n - 2; i >= 0; i--)
        a[i] = 7;
    for (int i = 0; i < n; i++)
        assert(a[i] == 7); //~ uninitialized-read
    return 0;
}
