//@ flags: --property termination --engine auto
//@ verdict: holds
// All numbers up to 100 come to 1.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 100) return 0;
    while (n != 1) {
        if (n % 2 == 1)
            n = 3 * n + 1;
        else
            n /= 2;
    }
    return 0;
}
