//@ flags: --property termination --engine auto
// Quarters are rounded up, and 1 is a quarter of 1, rounded up.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000000) return 0;
    while (x > 0) //~ termination
        x = (x + 3) / 4;
    return 0;
}
