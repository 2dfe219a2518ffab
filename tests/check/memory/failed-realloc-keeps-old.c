//@ flags: --malloc-may-fail --check memory-leak
// Where `realloc` fails the old block is still there, and nothing points to it.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = 5;
    p = realloc(p, 8);
    free(p);
    return 0;
} //~ memory-leak
