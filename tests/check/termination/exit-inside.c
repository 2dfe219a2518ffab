//@ flags: --property termination --engine auto
// Zero never comes to one.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (1) {
        if (n == 1) exit(0); //~ termination
        n /= 2;
    }
}
