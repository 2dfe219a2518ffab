//@ flags: --malloc-may-fail --check memory-leak
// A block that could not be allocated does not have to be freed.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (p) {
        *p = 5;
        free(p);
    }
    return 0;
}
