//@ flags: --property termination --engine auto
// The bound goes up with the counter.
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    unsigned i = 0, n = __VERIFIER_nondet_uint();
    while (i != n) { //~ termination
        i++;
        if (__VERIFIER_nondet_bool()) n += 1;
    }
    return 0;
}
