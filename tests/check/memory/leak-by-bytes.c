//@ flags: --property valid-memtrack --slice on
// A pointer that is overwritten byte by byte is lost, so a slice that looks for lost blocks keeps stores of single bytes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void *kept;

int main(void) {
    kept = malloc(4);
    if (__VERIFIER_nondet_int() == 123456789)
        for (unsigned i = 0; i < sizeof kept; i++) ((char *)&kept)[i] = 0;
    return 0; //~ memory-leak
}
