extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a >= 21 && a < 28) return 0;
    return 100 % (a / 7 - 3) == 1;
}
