// The loop may go round for ever; the fault comes after six rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_int())
        if (++n == 6) {
            reach_error(); //~ error-call
            return 1;
        }
    return 0;
}
