// Each is found, each with inputs of its own.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3] = {1, 2, 3}, n = __VERIFIER_nondet_int();
    int q = 100 / n; //~ division-by-zero
    if (n > 50) q = a[n & 3]; //~ array-index
    int t = n + 7; //~ signed-overflow
    return q == (t & 1);
}
