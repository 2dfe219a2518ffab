//@ flags: --property memory --engine loops
//@ verdict: unknown
// The second round uses what the first has freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 0;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        if (n == 5) free(p);
        if (n == 6) *p = 1;
        n++;
    }
    return 0;
}
