//@ flags: --property memory --engine loops
//@ verdict: holds
// A block of any size, by index and by pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    int *a = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) a[i] = i;
    long sum = 0;
    for (int *p = a; p < a + n; p++) sum += *p & 7;
    free(a);
    return 0;
}
