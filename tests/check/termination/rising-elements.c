//@ flags: --property termination --engine auto
//@ verdict: violated
// The first two elements are as large as each other: the loop goes to and fro.
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
    int n = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
    if (n < 5 || n > 10 || value < 0 || value > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = i < 3 ? value++ : value;
    int j = 2;
    while (0 < j && j < n) { //~ termination
        if (a[j] > a[j - 1]) j++;
        else j--;
    }
}
