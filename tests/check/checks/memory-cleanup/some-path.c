//@ flags: --check memory-cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;
int main(void) {
    kept = malloc(4);
    if (__VERIFIER_nondet_int() > 0) free(kept);
    return 0; //~ memory-cleanup
}
