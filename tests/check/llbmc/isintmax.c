// The full example of the LLBMC thesis: one overflow, with one input, and the store is never through a null pointer.
//@ says: n = 2147483647
//@ says: 1 fault found
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int isintmax(int n) {
    return n + 1 < n; //~ signed-overflow
}
static int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) p = malloc(sizeof *p);
    *p = v;
    return p;
}
int main(void) {
    free(allocate(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()));
    return 0;
}
