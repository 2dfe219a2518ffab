//@ flags: --property termination --engine auto
//@ verdict: holds
// What is in order stays.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4], is_swapped;
    for (int k = 0; k < 4; k++)
        a[k] = __VERIFIER_nondet_int();
    do {
        is_swapped = 0;
        for (int i = 0; i < 3; i++) {
            if (a[i] > a[i + 1]) {
                int x = a[i];
                a[i] = a[i + 1];
                a[i + 1] = x;
                is_swapped = 1;
            }
        }
    } while (is_swapped);
    return 0;
}
