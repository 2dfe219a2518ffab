#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    p[0] = __VERIFIER_nondet_int();
    if (p[0] == 9) p[1] = 0; //~ out-of-bounds
    free(p);
    return 0;
}
