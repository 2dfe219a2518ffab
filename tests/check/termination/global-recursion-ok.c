//@ flags: --property termination
//@ verdict: holds
// Each call uses one up.
extern int __VERIFIER_nondet_int(void);
static int left;
static void work(void) {
    if (left <= 0) return;
    left -= left > 0;
    work();
}
int main(void) {
    left = __VERIFIER_nondet_int();
    if (left > 50) return 0;
    work();
    return 0;
}
