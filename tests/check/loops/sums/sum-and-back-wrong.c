// What the loops add is one too much for each element.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_ushort() % 4 + 1;
    static short a[65536];
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_short();
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        sum += 3 * (unsigned long long)a[i] + 1;
    for (int i = 0; i < n; i++)
        sum -= 4 * (unsigned long long)a[i];
    if (sum == 2)
        reach_error(); //~ error-call
    return 0;
}
