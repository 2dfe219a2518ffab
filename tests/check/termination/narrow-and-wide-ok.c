//@ flags: --property termination --engine auto
//@ verdict: holds
// Both sides have 32 bits.
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    unsigned i = 0;
    while (i < (unsigned)n)
        i++;
    return 0;
}
