//@ flags: --property reach
// What a loop has stored another one changes again, in one place.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    static int a[10];
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 0 || n > 10 || k < 0 || k >= n)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 42;
    for (int i = 0; i < n; i++)
        if (i == k)
            a[i]++;
    for (int i = 0; i < n; i++)
        if (a[i] != 42)
            reach_error(); //~ error-call
    return 0;
}
