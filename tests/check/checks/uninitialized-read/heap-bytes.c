#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 9;
    long *p = malloc(sizeof *p);
    memset(p, 0, n);
    if (*p == 0) //~ uninitialized-read
        *p = 1;
    free(p);
    return 0;
}
