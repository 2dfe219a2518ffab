//@ flags: --property termination --engine auto
//@ verdict: violated
// A pointer walks down an array of numbers from its end, and waits for ever where an element is 7.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    int *a = malloc(n * sizeof(int));
    a[0] = 0;
    int *p = a + n - 1;
    *p = __VERIFIER_nondet_int();
    while (p > a && *p != 0) { //~ termination
        if (*p != 7) p--;
    }
    free(a);
}
