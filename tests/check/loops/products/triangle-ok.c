//@ flags: --engine loops
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// 1 + ... + n, whichever n: no unrolling ends in time.
int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int(), sum = 0, i = 1;
    if (n < 1 || n > 1000000000)
        return 0;
    while (i <= n)
    {
        sum = sum + i;
        i = i + 1;
    }
    assert(2 * sum == n * (n + 1));
    return 0;
}
