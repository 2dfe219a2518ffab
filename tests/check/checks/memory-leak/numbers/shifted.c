//@ flags: --property memory
//@ verdict: unknown
#include <stdint.h>
#include <stdlib.h>
static uint64_t packed;
static void make(void) {
    packed = (uint64_t)malloc(4) << 16 | 7;
}
int main(void) {
    make();
    free((void *)(packed >> 16));
    return 0;
}
