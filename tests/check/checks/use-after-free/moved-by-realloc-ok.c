#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(4), *q = p;
    if (__VERIFIER_nondet_int()) q = p = realloc(p, 8);
    q[0] = 1;
    free(p);
    return 0;
}
