//@ flags: --property unreach-call
// The other block is freed behind the loop: no two of them lie in the same place at the same time.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    char *block = malloc(1), *gone = malloc(1);
    uintptr_t address = (uintptr_t)gone;
    int is_later = 0;
    while (__VERIFIER_nondet_int()) {
        if (is_later) {
            free(block);
            block = malloc(1);
        }
        is_later = 1;
    }
    if ((uintptr_t)block == address)
        reach_error();
    free(block);
    free(gone);
    return 0;
}
