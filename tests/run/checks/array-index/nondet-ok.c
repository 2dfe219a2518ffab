extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {1, 2};
    int i = __VERIFIER_nondet_int();
    if (i < 1 || i > 2)
        return 0;
    return a[i - 1] == 0;
}
