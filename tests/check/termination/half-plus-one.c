//@ flags: --property termination --engine auto
// 2 / 2 + 1 is 2.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 1) //~ termination
        x = x / 2 + 1;
    return 0;
}
