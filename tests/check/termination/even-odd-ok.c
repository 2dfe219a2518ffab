//@ flags: --property termination
//@ verdict: holds
// Each call is for a smaller number.
extern unsigned __VERIFIER_nondet_uint(void);
static int is_odd(unsigned n);
static int is_even(unsigned n) {
    if (n == 0) return 1;
    return is_odd(n - 1);
}
static int is_odd(unsigned n) {
    if (n == 0) return 0;
    return is_even(n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 200) return 0;
    return is_even(n);
}
