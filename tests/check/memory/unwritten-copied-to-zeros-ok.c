//@ flags: --engine auto
//@ verdict: holds
// Zeros that are copied over it can be read.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
char small[100], large[2000];
int main(void) {
    char unwritten[2000] = {0};
    memcpy(small, unwritten, 100);
    memcpy(large, unwritten, 2000);
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i < 100 && small[i] == 7) return 1;
    if (j < 2000 && large[j] == 7) return 2;
}
