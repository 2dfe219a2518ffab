// A function with unnamed arguments writes behind a variable of its caller.
#include <stdarg.h>

static void put(char *to, int n, ...) {
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        to[i] = (char)va_arg(list, int); //~ out-of-bounds
    va_end(list);
}

int main(void) {
    char text[3];
    put(text, 5, 1, 2, 3, 4, 5);
    return text[0] - 1;
}
