//@ flags: --no-check null-dereference
//@ verdict: holds
//@ says: holds, if `main` has no null-dereference at line 8
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int one = 1;
    int *p = __VERIFIER_nondet_int() ? &one : 0;
    return *p;
}
