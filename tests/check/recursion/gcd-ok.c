//@ flags: --property reach --engine loops
// Each activation may make either of two calls: looking at eight of them one within the other means 256 paths.
extern void reach_error(void);
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
    if (m <= 0 || n <= 0)
        return 0;
    if (gcd(m, n) < 1)
        reach_error();
    return 0;
}
