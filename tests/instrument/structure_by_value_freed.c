// A structure that is gone is passed by value, to a function with unnamed arguments.
#include <stdarg.h>
#include <stdlib.h>

struct four {
    long at[4];
};

static long second_of_last(int n, ...) {
    struct four last = {0};
    va_list list;
    va_start(list, n);
    while (n-- > 0)
        last = va_arg(list, struct four);
    va_end(list);
    return last.at[1];
}

int main(void) {
    struct four *block = calloc(1, sizeof *block);
    if (block == NULL)
        abort();
    long sum = second_of_last(2, *block, *block);
    free(block);
    return (int)sum + (int)second_of_last(1, *block); //~ use-after-free
}
