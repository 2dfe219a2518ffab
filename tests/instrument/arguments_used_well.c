// Unnamed arguments in registers and behind them, many and big ones, read twice and from deep inside.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    char bytes[3000];
};

static int sum(int n, ...) {
    int total = 0;
    va_list list, copy;
    printf("%d %.1f %s %d %d %d %d\n", n, 1.5, "x", 1, 2, 3, 4);
    va_start(list, n);
    va_copy(copy, list);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int);
    struct big big = va_arg(list, struct big);
    total += big.bytes[2999];
    total += (int)va_arg(list, double);
    va_end(list);
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int) + va_arg(copy, int);
    va_end(list);
    va_end(copy);
    return total;
}

static int deeper(int depth, ...) {
    char local[20];
    va_list list;
    va_start(list, depth);
    for (int i = 0; i < 8; i++)
        if (va_arg(list, int) != i)
            abort();
    va_end(list);
    sprintf(local, "%d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7);
    return (int)strlen(local) + (depth > 0 ? deeper(depth - 1, 0, 1, 2, 3, 4, 5, 6, 7) : 0);
}

int main(int argc, char **argv) {
    struct big big;
    char text[argc + 9];
    memset(&big, 1, sizeof big);
    int n = sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9, big, 2.0);
    for (int i = 0; i < 3; i++) {
        char part[i + 8];
        snprintf(part, sizeof part, "%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7);
        n += part[i];
    }
    sprintf(text, "%d", n + deeper(3, 0, 1, 2, 3, 4, 5, 6, 7));
    puts(text);
    return 0;
}
