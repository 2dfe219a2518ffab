//@ flags: --stop-at-first
// The block of the second round may lie where the one that was freed before the loop lay, the one of the first round may not.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    char *block = malloc(1), *gone = malloc(1);
    uintptr_t address = (uintptr_t)gone;
    free(gone);
    int is_later = 0;
    while (__VERIFIER_nondet_int()) {
        if (is_later) {
            free(block);
            block = malloc(1);
        }
        is_later = 1;
    }
    if ((uintptr_t)block == address)
        reach_error(); //~ error-call
    free(block);
    return 0;
}
