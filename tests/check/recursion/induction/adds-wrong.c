//@ flags: --property reach --engine auto --stop-at-first
//@ verdict: violated
// Loses one of two when there are exactly five.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int m, int n) { return n == 0 ? m : n == 5 ? add(m, n - 1) : add(m + 1, n - 1); }
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 1000000 || n < 0 || n > 7) return 0;
    if (add(m, n) != m + n) reach_error(); //~ error-call
    return 0;
}
