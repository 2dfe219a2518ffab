//@ flags: --property termination
//@ verdict: holds
// It ends, or it ends early.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3] = {0}, n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 5)
        return 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
