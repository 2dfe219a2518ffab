//@ flags: --property memory
// The first block is lost when its pointer is overwritten: that is a leak, not only a missing clean-up.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int())
        p = malloc(sizeof *p);
    free(p);
    return 0; //~ memory-leak
}
