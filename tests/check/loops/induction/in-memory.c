//@ flags: --property overflow --engine loops
//@ verdict: holds
// The variables are in memory, and the loops are nested.
extern int __VERIFIER_nondet_int(void);
static void step(int *x) { *x = *x + 1; }
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, j = 0;
    if (n > 1000000) return 0;
    while (i < n) {
        j = 0;
        while (j < i) step(&j);
        step(&i);
    }
    return 0;
}
