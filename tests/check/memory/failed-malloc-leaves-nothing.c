//@ flags: --malloc-may-fail --check memory-leak
// Where both allocations succeed the first block is lost.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (p) {
        *p = 5;
        p = malloc(8);
        free(p);
    }
    return 0; //~ memory-leak
}
