//@ flags: --property memory --engine loops
//@ verdict: unknown
// One activation loses its block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
    char *block = malloc(1);
    if (n != 50) free(block);
    return n <= 0 ? 0 : down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n < 100 ? down(n) : 0;
}
