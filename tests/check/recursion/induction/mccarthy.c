//@ flags: --property reach --engine loops
//@ verdict: holds
// McCarthy's function: what a call returns is the argument of another one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void) {
    int x = __VERIFIER_nondet_int(), r = f(x);
    if (r != 91 && (x <= 101 || r != x - 10)) reach_error();
    return 0;
}
