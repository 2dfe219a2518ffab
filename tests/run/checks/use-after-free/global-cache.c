#include <stdlib.h>

static int *cache;

static int lookup(void) {
    if (!cache) {
        cache = malloc(sizeof *cache);
        *cache = 42;
    }
    return *cache; //~ use-after-free
}

static void flush(void) {
    free(cache);
}

int main(void) {
    int before = lookup();
    flush();
    int after = lookup();
    flush();
    return before != after;
}
