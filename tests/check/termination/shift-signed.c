//@ flags: --property termination --engine auto
// A negative number becomes -1 and stays.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), bits = 0;
    if (x < -9) return 0;
    while (x != 0) { //~ termination
        x >>= 1;
        if (bits < 40) bits++;
    }
    return bits;
}
