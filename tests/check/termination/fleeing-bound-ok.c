//@ flags: --property termination --engine auto
//@ verdict: holds
// The counter catches up with its bound.
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    unsigned i = 0, n = __VERIFIER_nondet_uint();
    while (i != n) {
        i++;
        if (__VERIFIER_nondet_bool()) n += 0;
    }
    return 0;
}
