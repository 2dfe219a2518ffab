//@ flags: --check memory-leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    char *p = malloc(1);
    if (n) p = malloc(2);
    free(p);
    return 0; //~ memory-leak
}
