//@ flags: --engine loops
//@ verdict: unknown
// Some activation gets an argument that nobody has written.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned down(unsigned n, unsigned passed) {
    unsigned next;
    if (n != 50) next = n;
    if (passed == 3) return 0;
    return n == 0 ? 0 : down(n - 1, next);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    return n > 100 && n < 200 ? (int)down(n, 0) : 0;
}
