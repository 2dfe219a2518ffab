//@ flags: --property reach --svcomp
//@ verdict: unknown
// What a write outside of all objects does is not known: others may count what comes behind it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[2] = {0, 0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    a[i] = 1;
    if (a[0] == 2)
        reach_error();
    return 0;
}
