// An unnamed argument is read as another type than it was passed as, which is undefined but not noticed.
#include <stdarg.h>
static int first(int n, ...) {
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int); //~ invalid-call
    va_end(list);
    return value;
}
int main(void) { return first(1, 2.5) == 7; }
