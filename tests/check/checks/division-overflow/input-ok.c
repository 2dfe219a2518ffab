extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || (b == -1 && a < -5)) return 0;
    return a / b == 2 || a % b == 1;
}
