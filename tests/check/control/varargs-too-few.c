#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int); //~ out-of-bounds
    va_end(ap);
    return total;
}
int main(void) {
    int n = __VERIFIER_nondet_int() & 3;
    return sum(n, 1, 2);
}
