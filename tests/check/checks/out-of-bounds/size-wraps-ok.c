#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 0x3fffffff) return 0;
    unsigned *p = malloc(n * 4);
    p[n - 1] = 0;
    free(p);
    return 0;
}
