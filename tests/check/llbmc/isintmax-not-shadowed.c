// Without shadowing the null pointer is seen as well.
//@ flags: --no-shadowing
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int isintmax(int n) {
    return n + 1 < n; //~ signed-overflow
}
static int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) p = malloc(sizeof *p);
    *p = v; //~ null-dereference
    return p;
}
int main(void) {
    free(allocate(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()));
    return 0;
}
