//@ flags: --property cleanup
// At exit, main is still active and points to the block, but nobody has freed it.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
    exit(*p - 3); //~ memory-cleanup
}
