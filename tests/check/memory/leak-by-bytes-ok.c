//@ flags: --property valid-memtrack --slice on
// The bytes are another variable's.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void *kept;
static long other = 1;

int main(void) {
    kept = malloc(4);
    if (__VERIFIER_nondet_int() == 123456789)
        for (unsigned i = 0; i < sizeof other; i++) ((char *)&other)[i] = 0;
    return 0;
}
