//@ flags: --property reach --engine loops
//@ verdict: unknown
// Activations differ in more than their arguments: there is a count of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
static void enter(void) { depth++; }
static void down(int n) {
    enter();
    if (depth == 20) reach_error();
    if (n > 0) down(n - 1);
}
int main(void) {
    down(__VERIFIER_nondet_int());
    return 0;
}
