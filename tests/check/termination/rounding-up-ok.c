//@ flags: --property termination --engine auto
//@ verdict: holds
// Quarters are rounded down.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000000) return 0;
    while (x > 0)
        x = (x + 2) / 4;
    return 0;
}
