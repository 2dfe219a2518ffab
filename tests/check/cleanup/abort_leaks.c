//@ flags: --property cleanup
// A program that aborts leaves its memory behind too.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() > 0)
        abort(); //~ memory-cleanup
    free(p);
    return 0;
}
