//@ flags: --property memory
// The number is wider than the pointer in it.
#include <stdlib.h>
static union { unsigned __int128 number; char *pointers[2]; } from, to;
static void make(void) {
    from.pointers[1] = malloc(1);
    to.number = from.number;
    from.pointers[1] = 0;
}
int main(void) {
    make();
    free(to.pointers[1]);
    return 0;
}
