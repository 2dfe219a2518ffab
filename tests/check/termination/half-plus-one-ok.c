//@ flags: --property termination --engine auto
//@ verdict: holds
// It gets smaller above 2.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 2)
        x = x / 2 + 1;
    return 0;
}
