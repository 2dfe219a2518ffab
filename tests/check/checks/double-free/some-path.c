#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    char *p = malloc(1);
    if (n % 2) free(p);
    if (n % 3) free(p); //~ double-free
    return 0; //~ memory-leak
}
