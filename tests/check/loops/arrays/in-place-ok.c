//@ flags: --property reach --engine loops
//@ verdict: holds
// What the first loop has stored is there until the second one comes by.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[100000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = i + 2;
    for (int i = 0; i < n; i++)
        a[i] = a[i] - 2;
    for (int i = 0; i < n; i++)
        if (a[i] != i)
            reach_error();
    return 0;
}
