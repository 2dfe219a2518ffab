//@ flags: --property termination --engine auto
//@ verdict: holds
// 10 is a remainder modulo 20.
#include <stdlib.h>
static int ticks;
static void tick(void) {
    ticks = (ticks + 1) % 20;
    if (ticks == 10) abort();
}
int main(void) {
    while (1)
        tick();
}
