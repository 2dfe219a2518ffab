//@ flags: --property unreach-call
//@ verdict: violated
// One of 65 elements is written, and another read: what nobody has written may be any number, and the counterexample says which.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int u[65];
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 65) return 0;
    u[i] = 1;
    int x = u[3];
    if (x > 1) reach_error(); //~ error-call
}
