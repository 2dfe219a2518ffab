//@ flags: --property termination --engine auto
// No unsigned number is below zero.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned odd = 0;
    for (unsigned i = n; i >= 0; i--) //~ termination
        odd ^= i;
    return odd & 1;
}
