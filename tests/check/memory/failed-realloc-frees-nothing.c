//@ flags: --malloc-may-fail
// Where `realloc` succeeds the old block is gone.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    int *q = realloc(p, 8);
    if (q)
        free(q);
    free(p); //~ double-free
    return 0;
}
