#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n) {
        assert(__builtin_clz(n) + __builtin_ctz(n) < 32);
        assert(n >> (31 - __builtin_clz(n)) == 1);
        assert(n & 1u << __builtin_ctz(n));
    }
    assert(__builtin_bswap32(__builtin_bswap32(n)) == n);
    assert(__builtin_parity(n) == __builtin_popcount(n) % 2);
    assert(__builtin_ffs((int)n) == (n ? __builtin_ctz(n) + 1 : 0));
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c;
    if (!__builtin_add_overflow(a, b, &c)) assert(c == a + b);
    unsigned u;
    assert(__builtin_sub_overflow(n, 5u, &u) == (n < 5) && u == n - 5);
    return 0;
}
