//@ flags: --check pointer-arithmetic
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[4];
    unsigned n = __VERIFIER_nondet_uint() % 6;
    int *p = a;
    p += n; //~ pointer-arithmetic
    return p == a;
}
