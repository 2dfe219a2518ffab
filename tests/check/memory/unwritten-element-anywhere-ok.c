//@ flags: --property unreach-call
//@ verdict: holds
// The element that is written is the one that is read.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int u[100];
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i >= 100 || k >= 100) return 0;
    u[i] = 1;
    if (k == i && u[k] > 1) reach_error();
}
