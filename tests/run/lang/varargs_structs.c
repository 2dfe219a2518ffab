//@ run-native
//@ data-model: both
// Structs of all classes as variadic arguments.
#include <stdarg.h>
#include <stdio.h>

struct small { int a; };
struct pair { int a, b; };
struct mixed { double d; int i; };
struct floats { float x, y; };
struct large { int v[8]; };

static double sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double total = 0;
    for (int i = 0; i < n; i++) {
        total += va_arg(ap, struct small).a;
        struct pair p = va_arg(ap, struct pair);
        total += p.a - p.b;
        struct mixed m = va_arg(ap, struct mixed);
        total += m.d * m.i;
        struct floats f = va_arg(ap, struct floats);
        total += f.x + f.y;
        struct large l = va_arg(ap, struct large);
        for (int j = 0; j < 8; j++) total += l.v[j];
        total += va_arg(ap, int);
    }
    va_end(ap);
    return total;
}

int main(void) {
    struct small s = {1};
    struct pair p = {10, 4};
    struct mixed m = {1.5, 4};
    struct floats f = {0.25f, 0.5f};
    struct large l = {{1, 2, 3, 4, 5, 6, 7, 8}};
    double one = 1 + 6 + 6 + 0.75 + 36 + 100;
    if (sum(1, s, p, m, f, l, 100) != one) return 1;
    if (sum(3, s, p, m, f, l, 100, s, p, m, f, l, 100, s, p, m, f, l, 100) != 3 * one) return 2;
    printf("%g\n", one);
    return 0;
}
