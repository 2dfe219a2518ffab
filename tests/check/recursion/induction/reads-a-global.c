//@ flags: --property reach --engine loops
//@ verdict: holds
// What nobody writes meanwhile is the same for all activations.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int limit;
static int down(int n) {
    if (limit != 7) reach_error();
    return n <= limit ? 0 : down(n - 1);
}
int main(void) {
    limit = 7;
    int rest = down(__VERIFIER_nondet_int());
    limit += rest - rest;
    return down(__VERIFIER_nondet_int());
}
