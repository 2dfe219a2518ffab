// The comparison is the wrong way round.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
    int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int least = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > least)
            least = a[i];
    for (int i = 0; i < n; i++)
        assert(least <= a[i]); //~ assertion
    return 0;
}
