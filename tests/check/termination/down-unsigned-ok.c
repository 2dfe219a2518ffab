//@ flags: --property termination --engine auto
//@ verdict: holds
// It stops at zero.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned odd = 0;
    for (unsigned i = n; i > 0; i--)
        odd ^= i;
    return odd & 1;
}
