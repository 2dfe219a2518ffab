//@ flags: --property termination --engine auto
//@ verdict: holds
// A generator of full period comes to every byte.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    while (x != 0)
        x = x * 5 + 3;
    return 0;
}
