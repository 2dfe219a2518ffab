//@ flags: --check memory-cleanup
//@ run-native
#include <stdlib.h>

static char *cache;

static void release(void) {
    free(cache);
}

int main(void) {
    cache = malloc(64);
    cache[0] = 0;
    atexit(release);
    return 0;
}
