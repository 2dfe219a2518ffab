//@ flags: --property overflow
// The overflow does not need the fault before it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), zero = 0;
    int *p = __VERIFIER_nondet_int() ? &zero : 0;
    if (*p == 1)
        return 1;
    return n + 1; //~ signed-overflow
}
