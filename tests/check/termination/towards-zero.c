//@ flags: --property termination
// By steps of two it jumps over zero, forth and back.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x != 0) //~ termination
        x = x > 0 ? x - 2 : x + 2;
    return 0;
}
