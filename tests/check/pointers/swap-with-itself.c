#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
int main(void) {
    int x[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int i = __VERIFIER_nondet_int() & 1, a = x[0];
    swap(&x[0], &x[i]);
    assert(x[i] == a); //~ assertion
    return 0;
}
