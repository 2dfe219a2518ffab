//@ flags: --property termination --engine auto
//@ verdict: holds
// The smaller of the two becomes smaller, the other one is anything.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0) {
        if (__VERIFIER_nondet_int()) {
            y = (x < y ? x : y) - 1;
            x = __VERIFIER_nondet_int();
        } else {
            x = (x < y ? x : y) - 1;
            y = __VERIFIER_nondet_int();
        }
    }
    return 0;
}
