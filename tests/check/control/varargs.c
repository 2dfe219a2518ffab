#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) total += va_arg(ap, int);
    va_end(ap);
    return total;
}
int main(void) {
    int n = __VERIFIER_nondet_int() & 3, v = __VERIFIER_nondet_int() & 1023;
    assert(sum(n, v, v, v) == n * v);
    return 0;
}
