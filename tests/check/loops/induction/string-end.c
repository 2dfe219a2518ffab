//@ flags: --property memory --engine loops
//@ verdict: holds
// The end of a string is found since it is there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    char *text = malloc(n);
    text[n - 1] = 0;
    char *p = text;
    while (*p) p++;
    int length = p - text;
    free(text);
    return length & 1;
}
