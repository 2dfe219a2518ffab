// The same, with one value that is too large; the bound is behind many rounds for whoever unrolls.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 1, b = 2;
    int *p = &a;
    int n = 0;
    while (n < 5 && __VERIFIER_nondet_int()) {
        p = p == &a ? &b : &a;
        n++;
    }
    assert(*p == 1); //~ assertion
}
