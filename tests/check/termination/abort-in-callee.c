//@ flags: --property termination --engine auto
// 10 is no remainder modulo 10.
#include <stdlib.h>
static int ticks;
static void tick(void) {
    ticks = (ticks + 1) % 10;
    if (ticks == 10) abort();
}
int main(void) {
    while (1)
        tick(); //~ termination
}
