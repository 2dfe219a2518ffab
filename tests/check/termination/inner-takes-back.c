//@ flags: --property termination --engine auto
// The inner loop gives back what the outer one takes.
extern int __VERIFIER_nondet_int(void);
static int outer, inner;
int main(void) {
    outer = __VERIFIER_nondet_int();
    if (outer < 0 || outer > 100) return 0;
    while (outer > 0) { //~ termination
        outer--;
        inner = 3;
        while (inner > 0) { //~ termination
            inner--;
            if (inner == 1 && outer < 50) outer++;
        }
    }
    return 0;
}
