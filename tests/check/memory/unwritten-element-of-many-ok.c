//@ flags: --property unreach-call
//@ verdict: holds
// All of 65 elements are written: none is above 1.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int u[65] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 65) return 0;
    u[i] = 1;
    int x = u[3];
    if (x > 1) reach_error();
}
