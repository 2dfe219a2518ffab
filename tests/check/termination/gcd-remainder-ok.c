//@ flags: --property termination --engine auto
//@ verdict: holds
// The larger gets smaller, and equal ones give zero.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    while (a != 0 && b != 0) {
        if (a > b)
            a %= b;
        else
            b %= a;
    }
    return 0;
}
