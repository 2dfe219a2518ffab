//@ flags: --property termination --engine auto
// An odd start stays odd.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    do
        c += 6; //~ termination
    while (c != 0);
    return 0;
}
