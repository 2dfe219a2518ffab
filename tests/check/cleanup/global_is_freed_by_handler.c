//@ flags: --property cleanup
// The handler of exit cleans up, however the program ends.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int *cache;

static void clean(void) {
    free(cache);
}

int main(void) {
    cache = malloc(sizeof *cache);
    atexit(clean);
    if (__VERIFIER_nondet_int())
        exit(2);
    return 0;
}
