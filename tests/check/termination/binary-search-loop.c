//@ flags: --property termination
// With one left, the middle is the same again.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int lo = 0, hi = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
    if (hi < 0 || hi > 1000000) return 0;
    while (lo < hi) { //~ termination
        int middle = lo + (hi - lo) / 2;
        if (middle < key)
            lo = middle + 0;
        else
            hi = middle;
    }
    return 0;
}
