//@ flags: --property overflow
//@ verdict: holds
//@ says: holds, if `main` has no null-dereference at line 10
// An execution with the other fault ends there.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 5;
    int zero = 0;
    int *p = __VERIFIER_nondet_int() ? &zero : 0;
    if (*p == 1)
        return 1;
    return n + 1;
}
