//@ flags: --property cleanup
// What realloc gave back is freed on one path only.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *items = malloc(sizeof *items);
    int *more = realloc(items, 2 * sizeof *items);
    if (__VERIFIER_nondet_int() == 7)
        exit(1); //~ memory-cleanup
    free(more);
    return 0;
}
