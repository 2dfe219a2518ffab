//@ flags: --property termination --engine auto
// The function does not return.
extern int __VERIFIER_nondet_int(void);
static void hang(volatile int *p) {
    while (*p != 0) { //~ termination
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 || x < 0) return 0;
    hang(&x);
    return 0;
}
