extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = __VERIFIER_nondet_int() ? a + 2 : b + 2;
    return (int)(p - a); //~ pointer-subtraction
}
