//@ flags: --property termination --engine auto
// Half of one, rounded down, is nothing.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    while (x > 0) //~ termination
        x -= x / 2;
    return 0;
}
