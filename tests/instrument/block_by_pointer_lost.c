//@ flags: --check memory-leak
// A block that was taken through a pointer to `malloc`, and lost.
#include <stdlib.h>

int main(void) {
    void *(*take)(size_t) = malloc;
    take(4);
    return 0; //~ memory-leak
}
