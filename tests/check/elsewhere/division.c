//@ flags: --property overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    return n / (d == -1 ? 1 : d) * 2; //~ signed-overflow
}
