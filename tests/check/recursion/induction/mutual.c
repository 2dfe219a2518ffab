//@ flags: --property reach --engine loops
//@ verdict: holds
// Two functions that call each other, and only with what they have asked for.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned odd(unsigned n);
static unsigned even(unsigned n) {
    if (n > 1000000) return 0;
    unsigned half = n / 2;
    if (half > 500000) reach_error();
    return n == 0 ? 1 : odd(n - 1);
}
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { return (int)even(__VERIFIER_nondet_uint()); }
