//@ flags: --property termination --engine auto
// They change places, and nothing gets smaller but what is above 100.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y < -1000 || y > 1000) return 0;
    while (x > 0) { //~ termination
        int old = x;
        x = y;
        y = old - (old > 100);
    }
    return 0;
}
