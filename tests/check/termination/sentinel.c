//@ flags: --property termination --engine auto
// The value is surely at index 9, but steps of two come to even indices only.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[10], key = __VERIFIER_nondet_int(), i = 0;
    for (int k = 0; k < 9; k++)
        a[k] = __VERIFIER_nondet_int();
    a[9] = key;
    while (a[i] != key) //~ termination
        i = (i + 2) % 10;
    return 0;
}
