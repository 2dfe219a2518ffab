//@ flags: --property termination --engine auto
// An odd number stays odd.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    while (x != 0) //~ termination
        x = x * 5 + 2;
    return 0;
}
