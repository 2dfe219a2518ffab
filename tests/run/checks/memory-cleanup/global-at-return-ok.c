//@ flags: --check memory-cleanup
//@ run-native
// Still reachable at the end, so no leak, but nobody freed it.
#include <stdlib.h>

static int *table;

int main(void) {
    table = calloc(16, sizeof *table);
    int x = table[3];
    free(table);
    return x;
}
