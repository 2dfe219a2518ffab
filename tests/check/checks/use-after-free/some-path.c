#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    *p = n;
    if (n > 10) free(p);
    if (n > 9) n = *p; //~ use-after-free
    if (n <= 10) free(p);
    return 0;
}
