//@ flags: --property termination --engine auto
// Tries are counted, and nobody looks at the count.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned tries = 0;
    int x;
retry:
    tries++; //~ termination
    x = __VERIFIER_nondet_int();
    if (x < 0) goto retry;
    return tries == 2;
}
