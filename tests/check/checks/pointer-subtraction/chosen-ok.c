extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int which = __VERIFIER_nondet_int();
    int *p = which ? a + 2 : b + 2;
    return (int)(p - (which ? a : b));
}
