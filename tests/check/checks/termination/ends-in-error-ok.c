//@ flags: --property termination
//@ verdict: holds
// Every execution comes to a call of an error function, and that is its end.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
void __VERIFIER_error(void) {
    while (1)
        ;
}
int main(void) {
    _Bool on = 1;
    while (1) {
        if (!on) {
            if (__VERIFIER_nondet_bool())
                reach_error();
            else
                __VERIFIER_error();
        }
        on = 0;
    }
}
