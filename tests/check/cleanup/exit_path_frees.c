//@ flags: --property cleanup
// Both ways out of the program free the block.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int()) {
        free(p);
        exit(1);
    }
    free(p);
    return 0;
}
