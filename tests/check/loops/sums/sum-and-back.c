// What one loop adds, others take away again, whatever is in the array.
//@ flags: --engine loops --property unreach-call
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_ushort();
    static short a[65536];
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_short();
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        sum = sum - a[i] + 1;
    if (sum != (unsigned long long)n)
        reach_error();
    return 0;
}
