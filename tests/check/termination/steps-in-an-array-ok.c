//@ flags: --property termination --engine loops
//@ verdict: holds
// All elements are at least 1, so that each round goes on.
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 1 ? 1 : x > 9 ? 9 : x;
    }
    int at = 0;
    while (0 <= at && at < n) at += a[at];
}
