//@ flags: --property termination --engine auto
//@ verdict: holds
// Both are positive.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 1 || a > 1000 || b < 1 || b > 1000) return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return 0;
}
