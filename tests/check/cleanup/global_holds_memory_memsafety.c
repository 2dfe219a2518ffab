//@ flags: --property memory
// What a global points to is not lost: memory safety does not mind.
#include <stdlib.h>

static int *cache;

int main(void) {
    cache = malloc(4 * sizeof *cache);
    cache[0] = 1;
    return 0;
}
