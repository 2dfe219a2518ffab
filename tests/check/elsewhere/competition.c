//@ flags: --property reach --svcomp
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[2] = {0, 0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    a[i] = 1;
    if (a[0] == 1)
        reach_error(); //~ error-call
    return 0;
}
