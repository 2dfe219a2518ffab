#include <string.h>

static char pool[4];

void *malloc(unsigned long size) {
    (void)size;
    return pool;
}

void free(void *block) { (void)block; }

int main(void) {
    char *copy = strdup("abcd"); //~ out-of-bounds
    free(copy);
    return 0;
}
