//@ flags: --property termination --engine auto
//@ verdict: holds
// The inner loop lowers its own counter only.
extern int __VERIFIER_nondet_int(void);
static int outer, inner;
int main(void) {
    outer = __VERIFIER_nondet_int();
    if (outer < 0 || outer > 100) return 0;
    while (outer > 0) {
        outer--;
        inner = 3;
        while (inner > 0) {
            inner--;
            if (inner == 1 && outer < 0) outer++;
        }
    }
    return 0;
}
