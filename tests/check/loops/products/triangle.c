//@ flags: --engine loops
//@ verdict: unknown
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Wrong for one n that no search meets.
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
    assert(2 * sum == n * n + n + (n == 77777));
    return 0;
}
