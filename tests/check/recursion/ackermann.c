#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned ack(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
int main(void) {
    unsigned m = __VERIFIER_nondet_uint() & 1, n = __VERIFIER_nondet_uint() & 1;
    assert(ack(m, n) == n + m + 1);
    return 0;
}
