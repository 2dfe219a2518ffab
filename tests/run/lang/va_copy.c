//@ run-native
//@ data-model: both
// va_copy, passing a va_list on, by value and by pointer, and vprintf-style wrappers.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int take(va_list *ap) { return va_arg(*ap, int); }
static int drain(int n, va_list ap) {
    int sum = 0;
    while (n-- > 0) sum += va_arg(ap, int);
    return sum;
}

static int twice(int n, ...) {
    va_list first, second;
    va_start(first, n);
    int head = take(&first); // advances the caller's list
    va_copy(second, first);
    int a = drain(n - 1, first);
    int b = drain(n - 1, second);
    va_end(first);
    va_end(second);
    return a == b ? head * 1000 + a : -1;
}

static int restart(int n, ...) {
    int total = 0;
    for (int round = 0; round < 2; round++) {
        va_list ap;
        va_start(ap, n);
        total += drain(n, ap);
        va_end(ap);
    }
    return total;
}

static int format(char *to, size_t size, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(to, size, fmt, ap);
    va_end(ap);
    return n;
}

int main(void) {
    if (twice(9, 7, 1, 2, 3, 4, 5, 6, 7, 8) != 7036) return 1;
    if (restart(3, 10, 20, 30) != 120) return 2;
    char buffer[40];
    if (format(buffer, sizeof buffer, "%s-%d-%c-%.2f", "ab", 42, 'z', 1.5) != 12) return 3;
    if (strcmp(buffer, "ab-42-z-1.50") != 0) return 4;
    puts(buffer);
    return 0;
}
