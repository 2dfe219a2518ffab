//@ data-model: both
// An unnamed argument is read as another type than it was passed as.
#include <stdarg.h>

static int first(int n, ...) {
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int); //~ invalid-call: an integer of 4 bytes is read as an argument where the call passed a floating-point number of 8 bytes
    va_end(list);
    return value;
}

int main(void) { return first(1, 2.5) == 7; }
