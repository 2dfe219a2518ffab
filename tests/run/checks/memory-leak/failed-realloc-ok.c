//@ flags: --check memory-leak
//@ run-native
// When realloc fails the old block is still there; the assignment forgets it.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t huge = SIZE_MAX;
    char *p = malloc(4);
    char *bigger = realloc(p, huge);
    if (bigger)
        p = bigger;
    free(p);
    return 0;
}
