//@ flags: --property termination --stop-at-first
// The larger of the two becomes smaller, but the other one may become larger.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0) { //~ termination
        if (__VERIFIER_nondet_int()) {
            y = (x < y ? y : x) - 1;
            x = __VERIFIER_nondet_int();
        } else {
            x = (x < y ? y : x) - 1;
            y = __VERIFIER_nondet_int();
        }
    }
    return 0;
}
