//@ flags: --property termination --engine auto
//@ verdict: holds
// The function is called with what it ends for.
extern int __VERIFIER_nondet_int(void);
static void hang(volatile int *p) {
    while (*p != 0) {
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 || x < 0) return 0;
    hang(&x);
    return 0;
}
