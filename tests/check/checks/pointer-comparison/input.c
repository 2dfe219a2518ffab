//@ flags: --check pointer-comparison
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4], b[4];
    int *p = __VERIFIER_nondet_int() ? a : b;
    return p < a + 2; //~ pointer-comparison
}
