//@ flags: --property termination
//@ verdict: holds
// Every execution aborts.
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
int main(void) {
    _Bool on = 1;
    while (1) {
        if (!on) abort();
        on = 0;
    }
}
