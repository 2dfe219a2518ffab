//@ flags: --property memory
//@ verdict: unknown
// The address can be had back from its halves. Whether the block is lost in between is not for us to say.
#include <stdint.h>
#include <stdlib.h>
static uint32_t low, high;
static void make(void) {
    uint64_t address = (uint64_t)malloc(4);
    low = (uint32_t)address;
    high = (uint32_t)(address >> 32);
}
int main(void) {
    make();
    free((void *)((uint64_t)high << 32 | low));
    return 0;
}
