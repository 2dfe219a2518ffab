//@ run-native
// A block of more than PTRDIFF_MAX bytes cannot exist, so malloc answers null.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t huge = SIZE_MAX;
    char *p = malloc(huge);
    if (p)
        p[0] = 1;
    free(p);
    return 0;
}
