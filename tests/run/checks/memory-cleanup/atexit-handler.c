//@ flags: --check memory-cleanup
#include <stdlib.h>

static char *cache;

int main(void) {
    cache = malloc(64);
    cache[0] = 0;
    return 0; //~ memory-cleanup
}
