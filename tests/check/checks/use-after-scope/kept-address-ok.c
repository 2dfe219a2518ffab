extern int __VERIFIER_nondet_int(void);
int main(void) {
    int outer = 1, *p = &outer;
    int n = __VERIFIER_nondet_int();
    {
        int inner = 2;
        if (n < 0) p = &inner;
        n = *p;
    }
    return n;
}
