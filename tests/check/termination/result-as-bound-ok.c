//@ flags: --property termination --engine auto
//@ verdict: holds
// What the call returns is below 256.
extern int __VERIFIER_nondet_int(void);
static int bound(int n) {
    if (n <= 0) return 255;
    return bound(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100) return 0;
    int end = bound(n);
    for (unsigned char c = 0; c < end; c++)
        ;
    return 0;
}
