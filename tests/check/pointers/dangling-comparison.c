// Two blocks that lived at the same time have different addresses, also when one of them is gone.
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    _Bool early = __VERIFIER_nondet_bool();
    if (early) free(a);
    assert(a != b);
    if (!early) free(a);
    free(b);
    return 0;
}
