//@ flags: --property overflow --engine loops
//@ verdict: unknown
// What is called when something is wrong has a body, which changes what all activations see.
extern int __VERIFIER_nondet_int(void);
static int is_wrong;
void reach_error(void) { is_wrong = 1; }
static int down(int n) {
    int most = 2147483647;
    most = most + is_wrong;
    if (n == 50) reach_error();
    return n <= 0 ? most : down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 60 && n < 100) down(n);
    return 0;
}
