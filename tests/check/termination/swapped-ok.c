//@ flags: --property termination --engine auto
//@ verdict: holds
// They change places, and one gets smaller.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y < -1000 || y > 1000) return 0;
    while (x > 0) {
        int old = x;
        x = y;
        y = old - (old > 0);
    }
    return 0;
}
