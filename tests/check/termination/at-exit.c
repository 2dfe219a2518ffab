//@ flags: --property termination --engine auto
// What runs at exit does not end.
#include <stdlib.h>
static unsigned n = 1;
static void late(void) {
    while (n != 0) //~ termination
        n = (n + 2) % 16;
}
int main(void) {
    atexit(late);
    return 0;
}
