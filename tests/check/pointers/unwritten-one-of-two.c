//@ flags: --property reach --check assertion
// Of two blocks that nobody has written one is read; the other gets its value when it is read itself.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    int *one = __VERIFIER_nondet_int() ? a : b;
    int first = *one;
    int second = *a;
    if (one == a)
        assert(first == second);
    assert(one == a || second != 7 || first != 9); //~ assertion
    free(a);
    free(b);
    return 0;
}
