// Negative distances and the largest ones within an object are no reason to complain.
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int a[4] = {0};
    int *p = a + 3;
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i > 3) return 0;
    return p[-i];
}
