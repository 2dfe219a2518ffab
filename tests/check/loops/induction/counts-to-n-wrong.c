//@ flags: --property reach --engine loops
//@ verdict: unknown
// After a thousand rounds the counters part.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, sum = 0;
    if (n < 0) return 0;
    while (i < n) {
        i++;
        if (i != 1000) sum = sum + 1;
    }
    if (i != n || sum != n) reach_error();
    return 0;
}
