//@ flags: --property termination
// One may be zero, and taking it away changes nothing.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || a > 1000 || b < 1 || b > 1000) return 0;
    while (a != b) { //~ termination
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return 0;
}
