//@ flags: --property memory
// Blocks are aligned: the lowest bits are free to be used.
#include <stdint.h>
#include <stdlib.h>
static uintptr_t tagged;
static void make(void) {
    tagged = (uintptr_t)malloc(8) | 1;
}
int main(void) {
    make();
    free((void *)(tagged & ~(uintptr_t)15));
    return 0;
}
