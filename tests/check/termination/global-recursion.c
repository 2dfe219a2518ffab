//@ flags: --property termination --stop-at-first
// Calls use none up below 5.
extern int __VERIFIER_nondet_int(void);
static int left;
static void work(void) {
    if (left <= 0) return; //~ termination
    left -= left > 5;
    work();
}
int main(void) {
    left = __VERIFIER_nondet_int();
    if (left > 50) return 0;
    work();
    return 0;
}
