extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < -46340 || a > 46340) return 0;
    return a * a > 0;
}
