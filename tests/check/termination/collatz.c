//@ flags: --property termination
// 5, 14, 7, 20, 10, 5.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 100) return 0;
    while (n != 1) { //~ termination
        if (n % 2 == 1)
            n = 3 * n - 1;
        else
            n /= 2;
    }
    return 0;
}
