//@ run-native
//@ data-model: both
// What the types agree on after promotion: sign and the type pointed to do not matter.
#include <stdarg.h>
#include <stdio.h>

struct pair {
    int a, b;
};

static long sum(int n, ...) {
    va_list list, again;
    va_start(list, n);
    long total = va_arg(list, unsigned);
    total += *va_arg(list, unsigned char *);
    total += (long)va_arg(list, double);
    va_copy(again, list);
    total += va_arg(list, struct pair).b;
    total += (long)va_arg(list, long double);
    total += (long)va_arg(again, struct pair).a;
    total += (long)va_arg(list, long long);
    total += va_arg(list, int);
    va_end(again);
    va_end(list);
    return total;
}

int main(void) {
    struct pair pair = {3, 4};
    char c = 5;
    float f = 6.0f;
    printf("%ld\n", sum(8, 1, "A", f, pair, 7.0L, 8LL, c));
    printf("%s %ld %Lf %p %lx %c %5.2f %zu %lld\n", "a", 1L, 2.0L, (void *)0, 4UL, 'c', 2.5, sizeof c, 4LL);
    return 0;
}
