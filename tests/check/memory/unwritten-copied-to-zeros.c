//@ flags: --engine auto
//@ verdict: violated
// What is copied from a variable that nobody has written is not zero where it comes to lie, wherever it is read.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
char small[100], large[2000];
int main(void) {
    char unwritten[2000];
    memcpy(small, unwritten, 100);
    memcpy(large, unwritten, 2000);
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i < 100 && small[i] == 7) return 1; //~ uninitialized-read
    if (j < 2000 && large[j] == 7) return 2; //~ uninitialized-read
}
