extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 8) return 0;
    char a[n]; //~ vla-bound
    a[0] = 1;
    return 0;
}
