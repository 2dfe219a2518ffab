// Two blocks that lived at the same time have different addresses, also when one of them is gone.
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (__VERIFIER_nondet_bool()) free(a);
    assert(a != b);
    return 0;
}
