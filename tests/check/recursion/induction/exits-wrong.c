//@ flags: --property cleanup --engine loops
//@ verdict: unknown
// Far down the program ends before the block is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int down(int n) {
    if (n == 50) exit(0);
    return n <= 0 ? 0 : down(n - 1);
}
int main(void) {
    char *block = malloc(1);
    int n = __VERIFIER_nondet_int();
    if (n > 60 && n < 100) down(n);
    free(block);
    return 0;
}
