//@ flags: --property termination --engine auto
// The bound has 64 bits, the counter 32.
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    unsigned i = 0;
    while (i < n) //~ termination
        i++;
    return 0;
}
