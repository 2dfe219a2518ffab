// n * 4 wraps around in 32 bits: a small block for many elements.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0) return 0;
    unsigned *p = malloc(n * 4);
    p[n - 1] = 0; //~ out-of-bounds
    free(p);
    return 0;
}
