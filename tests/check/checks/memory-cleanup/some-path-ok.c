//@ flags: --check memory-cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;
int main(void) {
    kept = malloc(4);
    int n = __VERIFIER_nondet_int();
    if (n > 0) free(kept);
    if (n <= 0) free(kept);
    return 0;
}
