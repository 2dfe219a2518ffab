#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *q = malloc(4), *r = malloc(4);
    uintptr_t before = (uintptr_t)q;
    q = realloc(q, 100);
    assert((uintptr_t)q != (uintptr_t)r);
    assert(before != (uintptr_t)r);
    free(q);
    free(r);
    return 0;
}
