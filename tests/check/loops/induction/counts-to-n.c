//@ flags: --property reach --engine loops
//@ verdict: holds
// Any number of rounds: what both counters are is known by how they move.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, sum = 0;
    if (n < 0) return 0;
    while (i < n) {
        i++;
        sum = sum + 1;
    }
    if (i != n || sum != n) reach_error();
    return 0;
}
