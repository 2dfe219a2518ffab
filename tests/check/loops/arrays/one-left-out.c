//@ flags: --property reach
// One element is not what the others are.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        if (i != 7)
            a[i] = 42;
    for (int i = 0; i < n; i++)
        if (a[i] != 42)
            reach_error(); //~ error-call
    return 0;
}
