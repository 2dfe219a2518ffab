extern int __VERIFIER_nondet_int(void);
static int one(int n) { return n; }
static double other(double n, double m) { return n + m; }
int main(void) {
    int (*f)(int) = one;
    if (__VERIFIER_nondet_int() == 77) f = (int (*)(int))other;
    return f(3); //~ invalid-call
}
