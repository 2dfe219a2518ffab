extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5] = {0}, *middle = a + 2;
    int i = __VERIFIER_nondet_int();
    if (i < -3 || i > 2) return 0;
    return middle[i]; //~ out-of-bounds
}
