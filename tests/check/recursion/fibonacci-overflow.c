// A negative argument counts down for ever, or past the smallest number.
extern int __VERIFIER_nondet_int(void);
static int fib(int n) {
    switch (n) {
    case 0: return 0;
    case 1: return 1;
    default: return fib(n - 1) + fib(n - 2); //~ signed-overflow
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > -2147483647) return 0;
    return fib(n);
}
