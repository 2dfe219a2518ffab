//@ says: assumed: realloc to 0 bytes frees the block and returns null, as it does with glibc
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    size_t size = 0;
    p = realloc(p, size);
    assert(p == NULL);
    p = malloc(size);
    assert(p != NULL);
    free(p);
    return 0;
}
