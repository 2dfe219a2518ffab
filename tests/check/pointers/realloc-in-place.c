//@ says: assumed: malloc never fails, not even for 0 bytes
// A block that grows may stay where it is, and may not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    uintptr_t old = (uintptr_t)p;
    p = realloc(p, 8);
    if (p == NULL)
        return 0;
    int stays = (uintptr_t)p == old;
    free(p);
    char *q = malloc(4), *r = malloc(4);
    uintptr_t before = (uintptr_t)q;
    q = realloc(q, 100);
    assert((uintptr_t)q != (uintptr_t)r);
    int moves = (uintptr_t)q != before;
    free(q);
    free(r);
    assert(!stays); //~ assertion
    assert(!moves); //~ assertion
    return 0;
}
