extern int __VERIFIER_nondet_int(void);
static int sign(int n) {
    if (n > 0) return 1;
    if (n < 0) return -1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 0 && sign(n) > 0) return 1;
    sign(n);
    return 0;
}
