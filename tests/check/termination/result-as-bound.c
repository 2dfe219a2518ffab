//@ flags: --property termination --engine auto
// What the call returns may be 256, which no byte is.
extern int __VERIFIER_nondet_int(void);
static int bound(int n) {
    if (n <= 0) return 256;
    return bound(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100) return 0;
    int end = bound(n);
    for (unsigned char c = 0; c < end; c++) //~ termination
        ;
    return 0;
}
