//@ flags: --property cleanup
// A global still points to the block: nothing is lost, but it is not freed either.
#include <stdlib.h>

static int *cache;

int main(void) {
    cache = malloc(4 * sizeof *cache);
    cache[0] = 1;
    return 0; //~ memory-cleanup
}
