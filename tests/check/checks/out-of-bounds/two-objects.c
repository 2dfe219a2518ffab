// One of two blocks is too small.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *small = malloc(3), *large = malloc(8);
    char *p = __VERIFIER_nondet_int() ? small : large;
    p[3] = 1; //~ out-of-bounds
    free(small);
    free(large);
    return 0;
}
