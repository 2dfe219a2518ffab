// Two ways to count bits are the same.
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_ushort(), m = n, one = 0, two = 0;
    for (int i = 0; i < 16; i++) one += n >> i & 1;
    while (m) {
        m &= m - 1;
        two++;
    }
    assert(two <= 16);
    assert(two == (unsigned)__builtin_popcount(n) && one == two);
    return 0;
}
