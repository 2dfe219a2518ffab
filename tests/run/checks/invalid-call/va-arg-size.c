// An argument of eight bytes is read as one of four, two calls further down.
#include <stdarg.h>

static int read_one(va_list list) {
    return va_arg(list, int); //~ invalid-call: an integer of 4 bytes is read as an argument where the call passed an integer of 8 bytes
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
