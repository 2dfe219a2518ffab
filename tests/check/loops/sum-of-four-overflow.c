extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4], r = 0;
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++)
        r += a[i]; //~ signed-overflow
    return r;
}
