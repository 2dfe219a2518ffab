extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    int x = a[i]; //~ array-index
    return __builtin_constant_p(a[x]);
}
