#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100) return 0;
    char *p = malloc(n);
    p[n - 1] = 0;
    p[0] = 1;
    free(p);
    return 0;
}
