// One of the functions in the table divides.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
static int first(int a, int b) { return b > 0 ? a : b; }
static int quotient(int a, int b) {
    return a / b; //~ division-by-zero
}
int main(void) {
    int (*table[])(int, int) = {first, quotient};
    unsigned i = __VERIFIER_nondet_uint() % 2;
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    return table[i](6, n) == 3;
}
