//@ flags: --property memory
// A number of 128 bits holds the address.
#include <stdint.h>
#include <stdlib.h>
static void end(void) { exit(0); }
int main(void) {
    unsigned __int128 kept = (uintptr_t)malloc(4);
    kept += 1;
    end();
    free((void *)(uintptr_t)(kept - 1));
    return 0;
}
