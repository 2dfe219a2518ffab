// calloc multiplies without wrapping around: there is no such block.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1ul << 62) return 0;
    char *p = calloc(n, 8);
    if (p) return *(int *)0;
    return 0;
}
