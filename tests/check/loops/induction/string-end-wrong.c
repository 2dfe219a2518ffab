//@ flags: --property memory --engine loops
//@ verdict: unknown
// The end of a string is found only if it is there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    char *text = malloc(n);

    char *p = text;
    while (*p) p++;
    int length = p - text;
    free(text);
    return length & 1;
}
