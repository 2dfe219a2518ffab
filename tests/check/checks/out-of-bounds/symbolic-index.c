#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int *a = calloc(10, sizeof *a);
    if (i <= 10) a[i] = 1; //~ out-of-bounds
    free(a);
    return 0;
}
