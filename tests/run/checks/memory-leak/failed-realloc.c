//@ flags: --check memory-leak
// When realloc fails the old block is still there; the assignment forgets it.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t huge = SIZE_MAX;
    char *p = malloc(4);
    p = realloc(p, huge);
    free(p);
    return 0; //~ memory-leak
}
