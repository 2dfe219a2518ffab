//@ flags: --property reach --engine loops
//@ verdict: holds
// No activation returns, so nothing comes behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) {
    int r = n > 0 ? f(n - 1) : f(n + 1);
    if (r == 6) reach_error();
    return r + 1;
}
int main(void) {
    f(__VERIFIER_nondet_int());
    reach_error();
    return 0;
}
