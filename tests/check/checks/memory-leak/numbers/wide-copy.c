//@ flags: --property memory
// The bytes beside the pointer were never its own.
#include <stdlib.h>
static union { unsigned __int128 number; char *pointers[2]; } from, to;
static void make(void) {
    from.pointers[0] = malloc(1);
    to.number = from.number;
    from.pointers[0] = 0;
}
static void drop(void) {
    to.pointers[0] = 0;
} //~ memory-leak
int main(void) {
    make();
    drop();
    return 0;
}
