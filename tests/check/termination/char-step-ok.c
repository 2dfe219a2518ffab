//@ flags: --property termination --engine auto
//@ verdict: holds
// 7 is odd, so that the sum comes to zero modulo 256.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    do
        c += 7;
    while (c != 0);
    return 0;
}
