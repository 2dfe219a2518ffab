//@ flags: --property memory --stop-at-first
// The state after a round differs from the one before only in what is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    while (__VERIFIER_nondet_int())
        malloc(4);
    return 0; //~ memory-leak
}
