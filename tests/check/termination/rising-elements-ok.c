//@ flags: --property termination --engine loops
//@ verdict: holds
// What is written goes on with the index: every element is larger than the one before.
extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void) {
    int n = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || value < 0 || value > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = value++;
    int j = 1;
    while (0 < j && j < n) {
        if (a[j] > a[j - 1]) j++;
        else j--;
    }
}
