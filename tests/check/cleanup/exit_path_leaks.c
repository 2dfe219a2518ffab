//@ flags: --property cleanup
// One way out of the program does not free the block.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int())
        exit(1); //~ memory-cleanup
    free(p);
    return 0;
}
