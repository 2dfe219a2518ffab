//@ flags: --property termination --engine auto
//@ verdict: holds
// Five tries at most.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned tries = 0;
    int x;
retry:
    tries++;
    x = __VERIFIER_nondet_int();
    if (x < 0 && tries < 5) goto retry;
    return tries == 2;
}
