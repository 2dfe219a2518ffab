//@ flags: --property termination --engine auto
// The bound may be above every short.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 40000) return 0;
    for (short s = 0; s < n; s++) //~ termination
        ;
    return 0;
}
