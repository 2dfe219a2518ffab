extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 8 || n < 1) return 0;
    char a[n];
    a[n - 1] = 1;
    return 0;
}
