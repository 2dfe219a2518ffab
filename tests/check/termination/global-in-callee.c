//@ flags: --property termination --engine auto
// The function takes one away from even numbers only.
extern int __VERIFIER_nondet_int(void);
static int left;
static void work(void) {
    if (left % 2 == 0) left--;
}
int main(void) {
    left = __VERIFIER_nondet_int();
    if (left > 1000000) return 0;
    while (left > 0) //~ termination
        work();
    return 0;
}
