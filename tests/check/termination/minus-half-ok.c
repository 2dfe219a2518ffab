//@ flags: --property termination --engine auto
//@ verdict: holds
// Half of one is taken away, rounded up.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    while (x > 0)
        x -= x - x / 2;
    return 0;
}
