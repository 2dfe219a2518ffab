//@ flags: --property termination --stop-at-first
// Zero taken away changes nothing.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned gcd(unsigned a, unsigned b) {
    if (a == b) return a; //~ termination
    if (a > b) return gcd(a - b, b);
    return gcd(a, b - a);
}
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 30 || b > 30) return 0;
    return gcd(a, b) == 1;
}
