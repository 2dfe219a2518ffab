//@ data-model: both
// Impossible sizes give NULL and ENOMEM.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    volatile size_t huge = SIZE_MAX;
    errno = 0;
    if (malloc(huge) || errno != ENOMEM) return 1;
    errno = 0;
    if (calloc(huge, 2) || errno != ENOMEM) return 2;
    if (calloc(huge / 2 + 1, 2)) return 3; // the product wraps to zero
    char *p = malloc(4);
    if (!p) return 4;
    p[0] = 'k';
    if (realloc(p, huge)) return 5;
    if (p[0] != 'k') return 6; // still alive
    if (reallocarray(p, huge, 16)) return 7;
    free(p);
    return 0;
}
