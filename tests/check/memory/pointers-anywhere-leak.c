//@ flags: --property memory
// What an array of pointers holds can be reached, until it is overwritten.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static char **kept;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 2 && n <= 100000 && k < n);
    kept = malloc(n * sizeof *kept);
    kept[n - 1] = 0;
    kept[0] = malloc(3);
    if (n == 77)
        kept[k] = malloc(5);
    return 0; //~ memory-leak
}
