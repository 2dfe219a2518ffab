//@ flags: --property termination --engine auto
//@ verdict: holds
// What runs at exit counts up.
#include <stdlib.h>
static unsigned n = 1;
static void late(void) {
    while (n != 0)
        n = (n + 1) % 16;
}
int main(void) {
    atexit(late);
    return 0;
}
