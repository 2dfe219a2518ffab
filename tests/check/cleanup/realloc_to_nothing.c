//@ flags: --property cleanup
// A size of zero frees.
#include <stdlib.h>

int main(void) {
    int *items = malloc(sizeof *items);
    items = realloc(items, 0);
    return 0;
}
