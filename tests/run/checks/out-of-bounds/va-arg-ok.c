//@ run-native
#include <stdarg.h>

static int sum(int n, ...) {
    int total = 0;
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

int main(void) {
    return sum(2, 1, 2) != 3;
}
