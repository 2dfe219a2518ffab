//@ run-native
//@ data-model: both
// More arguments than there are integer (6) and floating (8) argument registers.
#include <stdarg.h>
#include <stdio.h>

static double weigh(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double sum = 0;
    for (int i = 1; i <= n; i++) {
        sum += i * va_arg(ap, int);
        sum += i * va_arg(ap, double);
    }
    va_end(ap);
    return sum;
}

static int last(int a, int b, int c, int d, int e, int f, int g, ...) {
    va_list ap;
    va_start(ap, g);
    int x = va_arg(ap, int), y = va_arg(ap, int);
    va_end(ap);
    return a + b + c + d + e + f + g + 10 * x + 100 * y;
}

static double last_float(double a, double b, double c, double d, double e, double f, double g, double h, double i, ...) {
    va_list ap;
    va_start(ap, i);
    double x = va_arg(ap, double);
    va_end(ap);
    return a + b + c + d + e + f + g + h + i + 10 * x;
}

int main(void) {
    double w = weigh(12, 1, .5, 2, .5, 3, .5, 4, .5, 5, .5, 6, .5, 7, .5, 8, .5, 9, .5, 10, .5, 11, .5, 12, .5);
    if (w != 650 + 39) return 1;
    if (last(1, 1, 1, 1, 1, 1, 1, 2, 3) != 327) return 2;
    if (last_float(1, 1, 1, 1, 1, 1, 1, 1, 1, 2.5) != 34) return 3;
    printf("%g\n", w);
    return 0;
}
