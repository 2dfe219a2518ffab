//@ flags: --property reach --engine auto --stop-at-first
//@ verdict: violated
// From 102 on it returns more.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= 90 && f(x) != 91) reach_error(); //~ error-call
    return 0;
}
