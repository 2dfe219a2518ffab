//@ flags: --check pointer-comparison
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[4], b[4];
    int *p = a + __VERIFIER_nondet_uint() % 5;
    return p < a + 2 || p == b;
}
