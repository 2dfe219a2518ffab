//@ run-native
//@ data-model: both
// Variadic functions over the integer types and pointers.
#include <stdarg.h>
#include <stdio.h>

static long long sum(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    long long total = 0;
    for (; *kinds; kinds++) switch (*kinds) {
        case 'c': total += (char)va_arg(ap, int); break;
        case 'i': total += va_arg(ap, int); break;
        case 'u': total += va_arg(ap, unsigned); break;
        case 'l': total += va_arg(ap, long); break;
        case 'q': total += va_arg(ap, long long); break;
        case 's': total += va_arg(ap, const char *)[0]; break;
        case 'p': total += *va_arg(ap, int *); break;
    }
    va_end(ap);
    return total;
}

static int none(int fixed, ...) { return fixed; }

int main(void) {
    int x = 1000;
    char c = -3;
    short s = -7;
    if (sum("ic", 10, c) != 7) return 1;
    if (sum("iiii", 1, 2, 3, s) != -1) return 2;
    if (sum("uq", 4000000000u, -5000000000ll) != -1000000000ll) return 3;
    if (sum("lspi", 5L, "A", &x, -1) != 1069) return 4;
    if (sum("") != 0 || none(9) != 9 || none(8, 1, 2.5, "x") != 8) return 5;
    printf("%lld\n", sum("iqiqiqiqiqiq", 1, 2ll, 3, 4ll, 5, 6ll, 7, 8ll, 9, 10ll, 11, 12ll));
    return 0;
}
