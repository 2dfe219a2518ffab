//@ flags: --property termination --engine auto
// Odd numbers go past zero.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned down(unsigned n);
static unsigned (*const step)(unsigned) = down;
static unsigned down(unsigned n) {
    if (n == 0) return 0; //~ termination
    return step(n - 2) + 1;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 40) return 0;
    return down(n) == 4;
}
