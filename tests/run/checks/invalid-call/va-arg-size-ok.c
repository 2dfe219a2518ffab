//@ run-native
#include <stdarg.h>

static int read_one(va_list list) {
    return (int)va_arg(list, long long);
}

static int second(int n, ...) {
    va_list list;
    va_start(list, n);
    (void)va_arg(list, int);
    int value = read_one(list);
    va_end(list);
    return value;
}

int main(void) { return second(2, 1, 2LL) != 2; }
