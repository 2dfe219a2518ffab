//@ flags: --property termination --slice on
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    do
        x = x / 7;
    while (x > 9);
    return 0;
}
