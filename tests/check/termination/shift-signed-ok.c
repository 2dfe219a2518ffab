//@ flags: --property termination --engine auto
//@ verdict: holds
// A number that is not negative becomes zero.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), bits = 0;
    if (x < 0) return 0;
    while (x != 0) {
        x >>= 1;
        if (bits < 40) bits++;
    }
    return bits;
}
