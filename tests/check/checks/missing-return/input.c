extern int __VERIFIER_nondet_int(void);
static int sign(int n) {
    if (n > 0) return 1;
    if (n < 0) return -1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (sign(n) > 0) return 1; //~ missing-return
    return 0;
}
