//@ flags: --property termination --engine auto
//@ verdict: holds
// A new y costs one of x.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x > 0) {
        if (y > 0) {
            y--;
        } else {
            x -= 1;
            y = __VERIFIER_nondet_uint();
        }
    }
    return 0;
}
