// The block is one byte too small for its last element.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100) return 0;
    char *p = malloc(n);
    p[n] = 0; //~ out-of-bounds
    free(p);
    return 0;
}
