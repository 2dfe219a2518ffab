extern int __VERIFIER_nondet_int(void);
int main(void) {
    int value = 5, *p = &value;
    int n = __VERIFIER_nondet_int();
    if (n == 1234567) p = 0;
    return n == 1234567 ? 0 : *p;
}
