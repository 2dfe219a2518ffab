//@ flags: --property termination --engine auto
// Input that is never zero is enough to go on.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int x;
    do {
        x = __VERIFIER_nondet_int(); //~ termination
        n--;
    } while (x != 0 || n > 0);
    return 0;
}
