//@ flags: --engine loops
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

// Odd numbers add up to squares; squares to a cubic.
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), square = 0, i = 0, odd = 1;
    while (i < n)
    {
        square += odd;
        odd += 2;
        i++;
        assert(odd == 2 * i + 1);
    }
    assert(square == n * n);
    return 0;
}
