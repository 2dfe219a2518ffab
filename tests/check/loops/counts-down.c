// An unsigned counter that never is below zero.
//@ flags: --timeout 5
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int a[4] = {0};
    for (unsigned i = __VERIFIER_nondet_uchar() & 3; i >= 0; i--)
        a[i] = 1; //~ array-index
    return 0;
}
