extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2] = {1, 2};
    int i = __VERIFIER_nondet_int();
    return a[i - 1]; //~ array-index
}
