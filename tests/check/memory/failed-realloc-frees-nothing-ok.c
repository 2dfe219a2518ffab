//@ flags: --malloc-may-fail
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    int *q = realloc(p, 8);
    if (q)
        free(q);
    else
        free(p);
    return 0;
}
