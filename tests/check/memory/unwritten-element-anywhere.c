//@ flags: --property unreach-call
//@ verdict: violated
// One of 100 elements is written, and any is read behind that: the counterexample says what nobody has written.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int u[100];
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i >= 100 || k >= 100) return 0;
    u[i] = 1;
    if (u[k] > 1) reach_error(); //~ error-call
}
