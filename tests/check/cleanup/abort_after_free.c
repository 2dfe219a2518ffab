//@ flags: --property cleanup
// Nothing is left when it aborts.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(8);
    free(p);
    if (__VERIFIER_nondet_int() > 0)
        abort();
    return 0;
}
