//@ run-native
//@ data-model: both
// Variadic doubles and long doubles, mixed with integers.
#include <stdarg.h>
#include <stdio.h>

static double average(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(ap, double);
    va_end(ap);
    return sum / n;
}

static long double mixed(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    long double sum = 0;
    for (; *kinds; kinds++) {
        if (*kinds == 'd') sum += va_arg(ap, double);
        else if (*kinds == 'L') sum += va_arg(ap, long double);
        else sum += va_arg(ap, int);
    }
    va_end(ap);
    return sum;
}

int main(void) {
    float f = 0.5f; // promoted to double
    if (average(3, 1.0, 2.0, 4.5) != 2.5) return 1;
    if (average(2, f, f) != 0.5) return 2;
    if (average(12, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.) != 6.5) return 3;
    if (mixed("dLi", 1.5, 2.25L, 3) != 6.75L) return 4;
    if (mixed("LLLL", 1.0L, 2.0L, 3.0L, 4.0L) != 10.0L) return 5;
    if (mixed("iLdLiL", 1, 2.0L, 3.0, 4.0L, 5, 6.5L) != 21.5L) return 6;
    printf("%g %Lg\n", average(4, 1.0, 2.0, 3.0, 4.0), mixed("dL", 0.25, 0.5L));
    return 0;
}
