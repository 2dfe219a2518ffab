extern int __VERIFIER_nondet_int(void);
static int one(int n) { return n; }
static int other(int n) { return n + 1; }
int main(void) {
    int (*f)(int) = one;
    if (__VERIFIER_nondet_int() == 77) f = other;
    return f(3) == 3 || f(3) == 4 ? 0 : 1 / (f(3) - f(3));
}
