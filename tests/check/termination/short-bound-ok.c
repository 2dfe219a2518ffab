//@ flags: --property termination --engine auto
//@ verdict: holds
// The bound is a short.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 32767) return 0;
    for (short s = 0; s < n; s++)
        ;
    return 0;
}
