//@ flags: --property termination --engine auto
//@ verdict: holds
// The value is surely at index 9, and steps of three come to all ten indices.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[10], key = __VERIFIER_nondet_int(), i = 0;
    for (int k = 0; k < 9; k++)
        a[k] = __VERIFIER_nondet_int();
    a[9] = key;
    while (a[i] != key)
        i = (i + 3) % 10;
    return 0;
}
