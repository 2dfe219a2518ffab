//@ flags: --property reach --engine loops
//@ verdict: unknown
// The second time it is another.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int limit;
static int down(int n) {
    if (limit != 7) reach_error();
    return n <= limit ? 0 : down(n - 1);
}
int main(void) {
    limit = 7;
    down(__VERIFIER_nondet_int());
    limit = 8;
    return down(__VERIFIER_nondet_int());
}
