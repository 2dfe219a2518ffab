//@ flags: --property reach --engine loops
//@ verdict: holds
// Takes from one argument what it gives to the other, in a million calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int m, int n) { return n == 0 ? m : n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1); }
int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 1000000 || n < 0 || n > 1000000) return 0;
    if (add(m, n) != m + n) reach_error();
    return 0;
}
