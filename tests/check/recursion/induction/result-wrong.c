//@ flags: --property reach --engine loops
//@ verdict: unknown
// What comes back from far down is not what comes back from close by.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum(int n) { return n <= 0 ? 0 : sum(n - 1) + 1; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 100 && sum(n) == 50) reach_error();
    return 0;
}
