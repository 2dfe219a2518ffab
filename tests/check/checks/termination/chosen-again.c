//@ flags: --property termination
// Nobody has to choose another value.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x;
    do
        x = __VERIFIER_nondet_int(); //~ termination
    while (x != 7);
    return 0;
}
