//@ flags: --property termination
//@ verdict: unknown
// Every execution comes to a call of the error function, and what that does is not known.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    _Bool on = 1;
    while (1) {
        if (!on) reach_error();
        on = 0;
    }
}
