#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Wrong for one n.
int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int(), sum = 0, i = 1;
    if (n < 1 || n > 20)
        return 0;
    while (i <= n)
    {
        sum = sum + i;
        i = i + 1;
    }
    assert(2 * sum == n * n + n + (n == 7)); //~ assertion
    return 0;
}
