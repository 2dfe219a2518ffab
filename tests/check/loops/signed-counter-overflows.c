// Up to and including the largest number: the counter cannot get past it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2147483645) return 0;
    for (int i = 2147483640; i <= n; ++i) { //~ signed-overflow
    }
    return 0;
}
