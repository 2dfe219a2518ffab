//@ flags: --property reach --engine loops
//@ verdict: unknown
// Far down one of them is called with what it cannot take.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned odd(unsigned n);
static unsigned even(unsigned n) {
    if (n == 12) reach_error();
    return n == 0 ? 1 : odd(n - 1);
}
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    return n > 100 ? (int)even(n) : 0;
}
