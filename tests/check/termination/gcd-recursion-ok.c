//@ flags: --property termination --engine auto
//@ verdict: holds
// The second argument becomes smaller with each call.
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned gcd(unsigned a, unsigned b) {
    if (b == 0) return a;
    return gcd(b, a % b);
}
int main(void) {
    return gcd(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()) == 1;
}
