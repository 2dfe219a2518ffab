//@ flags: --property termination --engine auto
//@ verdict: holds
// It comes nearer to zero from either side.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x != 0)
        x = x > 0 ? x - 1 : x + 1;
    return 0;
}
