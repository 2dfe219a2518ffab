extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    return 1 / n == 2; //~ division-by-zero
}
