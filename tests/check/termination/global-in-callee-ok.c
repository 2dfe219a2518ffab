//@ flags: --property termination --engine auto
//@ verdict: holds
// The function always takes one away.
extern int __VERIFIER_nondet_int(void);
static int left;
static void work(void) {
    if (left > 0) left--;
}
int main(void) {
    left = __VERIFIER_nondet_int();
    if (left > 1000000) return 0;
    while (left > 0)
        work();
    return 0;
}
