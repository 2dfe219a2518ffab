#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void down(unsigned n, unsigned *sum) {
    unsigned own = n;
    *sum += own;
    if (n) down(n - 1, &own);
    if (n) assert(own == 2 * n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 3, sum = 0;
    down(n, &sum);
    assert(sum == n);
    return 0;
}
