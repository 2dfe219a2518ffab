//@ flags: --property termination --engine auto
//@ verdict: holds
// All ways back lower something.
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
again:
    if (x == 0 || y == 0) return 0;
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        x--;
        goto again;
    case 1:
        y--;
        x = 7;
        goto again;
    case 2:
        y /= 2;
        goto again;
    default:
        return 1;
    }
}
