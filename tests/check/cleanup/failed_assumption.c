//@ flags: --property cleanup
// Executions that end at an assumption are of no interest.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int *p = malloc(sizeof *p);
    __VERIFIER_assume(__VERIFIER_nondet_int() == 0);
    free(p);
    return 0;
}
