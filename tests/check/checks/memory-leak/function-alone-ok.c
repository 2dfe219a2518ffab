//@ flags: --function make --check memory-leak
#include <stdlib.h>
int *make(int *from) {
    int *between = malloc(sizeof *between);
    *between = from[0];
    int *kept = malloc(sizeof *kept);
    *kept = *between;
    free(between);
    return kept;
}
