//@ flags: --property termination --engine auto
//@ verdict: violated
// An element may be 0: there the loop stays.
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 0 ? 0 : x > 100 ? 100 : x;
    }
    int at = 0;
    while (0 <= at && at < n) at += a[at]; //~ termination
}
