//@ flags: --property termination --engine loops
//@ verdict: holds
// A pointer walks down an array of numbers from its end; what is before the array cannot be read.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *a = malloc(n * sizeof(int));
    a[0] = 0;
    int *p = a + n - 1;
    while (p > a && *p != 0) {
        *p += a[0];
        p--;
    }
    free(a);
}
