// A block freed on one side of a branch is freed again where the sides have met.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *p = 1;
    *q = 2;
    int x = __VERIFIER_nondet_int();
    if (x == -1) free(p);
    if (x > 2) q = p;
    if (x == 0) q = 0;
    free(q);
    return x == 1 ? *p : 0;
}
