//@ flags: --property termination --engine auto
// A new y costs nothing.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    while (x > 0) { //~ termination
        if (y > 0) {
            y--;
        } else {
            x -= y;
            y = __VERIFIER_nondet_uint();
        }
    }
    return 0;
}
