//@ flags: --property termination
//@ verdict: holds
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 50 || y < 1 || y > 50) return 0;
    while (x > 0)
        x = x - y;
    return 0;
}
