//@ flags: --check memory-cleanup
// A table that points to blocks in the end: nothing is lost, but one block is left.
#include <stdlib.h>

static int *table[3];

int main(void) {
    for (int i = 0; i < 3; i++)
        table[i] = calloc(4, sizeof(int));
    table[1] = realloc(table[1], 64);
    free(table[0]);
    free(table[1]);
    return 0; //~ memory-cleanup
}
