// The greatest common divisor of 4 and 4 is not 1.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int gcd(int a, int b)
{
    if (a <= 0 || b <= 0)
        return 0;
    if (a == b)
        return a;
    if (a > b)
        return gcd(a - b, b);
    return gcd(a, b - a);
}

int main(void)
{
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m <= 0 || m > 6 || n <= 0 || n > 6)
        return 0;
    assert(gcd(m, n) < 4); //~ assertion
    return 0;
}
