//@ flags: --property reach --engine auto --stop-at-first
//@ verdict: violated
// What holds of the result of every call within does not hold of the first call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n, int first) {
    int r = n > 0 && n < 50 ? f(n - 1, 0) : 0;
    return first ? r + 7 : r > 2 ? 2 : r + 1;
}
int main(void) {
    if (f(__VERIFIER_nondet_int(), 1) > 8) reach_error(); //~ error-call
    return 0;
}
