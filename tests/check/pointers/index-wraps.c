// The distance in bytes is 2^64, which is 0 in 64 bits.
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int a[4] = {0};
    int *p = a;
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i != 0 && i != 1UL << 62) return 0;
    return p[i]; //~ out-of-bounds
}
