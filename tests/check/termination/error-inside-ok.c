//@ flags: --property termination --engine auto
//@ verdict: holds
// The counter goes up.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    while (1) {
        if (i > 100) reach_error();
        i += 1 + __VERIFIER_nondet_bool();
    }
}
