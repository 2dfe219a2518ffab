#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int fib(int n) {
    switch (n) {
    case 0: return 0;
    case 1: return 1;
    default: return fib(n - 1) + fib(n - 2);
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5) return 0;
    int f = fib(n);
    assert(f <= 5);
    assert(n != 5 || f == 5);
    return 0;
}
