//@ flags: --property memory
// What is left of the address is a number like any other.
#include <stdint.h>
#include <stdlib.h>
static unsigned long slot;
int main(void) {
    char *p = malloc(8);
    slot = (uintptr_t)p & 255;
    p = 0;
    return 0; //~ memory-leak
}
