//@ flags: --property termination --engine auto
//@ verdict: holds
// Halves come to zero.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    while (1) {
        if (n == 0) exit(0);
        n /= 2;
    }
}
