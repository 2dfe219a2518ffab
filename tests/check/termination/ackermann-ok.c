//@ flags: --property termination
//@ verdict: holds
// Ackermann's function.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    __VERIFIER_assume(m >= 0 && m <= 2 && n >= 0 && n <= 3);
    return ackermann(m, n) == 4;
}
