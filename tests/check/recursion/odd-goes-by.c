//@ flags: --property reach --engine auto --timeout 6
// Contradictions about an activation would prove anything.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned down(unsigned n) {
    if (n == 77) reach_error(); //~ error-call
    if (n == 0) return 0;
    return down(n - 2) + 1;
}
int main(void) {
    down(__VERIFIER_nondet_uint());
    return 0;
}
