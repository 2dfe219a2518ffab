//@ flags: --property termination --engine auto
//@ verdict: holds
// The number goes down to zero.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int x;
    do {
        x = __VERIFIER_nondet_int();
        n--;
    } while (x != 0 && n > 0);
    return 0;
}
