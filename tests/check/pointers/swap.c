#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
int main(void) {
    int x[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int a = x[0], b = x[1];
    swap(&x[0], &x[1]);
    assert(x[0] == b && x[1] == a);
    return 0;
}
