//@ flags: --property memory --engine loops
//@ verdict: holds
// Calls in arguments of calls, of any depth.
extern int __VERIFIER_nondet_int(void);
static int down(int n) { return n <= 0 ? 0 : down(down(down(n - 2) - 1)) + 1; }
static int round_about(int n) { return n <= 0 ? 0 : round_about(down(n + 1)) - 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1000000) round_about(n);
    return 0;
}
