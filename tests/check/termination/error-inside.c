//@ flags: --property termination --engine auto
// Nobody has to let the counter go up.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    while (1) {
        if (i > 100) reach_error(); //~ termination
        i += __VERIFIER_nondet_bool();
    }
}
