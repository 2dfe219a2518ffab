//@ flags: --function make --caller any --check memory-leak
// What is passed and what is returned is not lost; the block in between is.
#include <stdlib.h>
int *make(int *from) {
    int *lost = malloc(sizeof *lost);
    *lost = from[0];
    int *kept = malloc(sizeof *kept);
    *kept = *lost;
    return kept; //~ memory-leak
}
