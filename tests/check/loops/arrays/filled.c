// One element is another one: the first loop leaves it out.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
    int a[10] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        if (i != 5)
            a[i] = 42;
    for (int i = 0; i < n; i++)
        assert(a[i] == 42); //~ assertion
    return 0;
}
