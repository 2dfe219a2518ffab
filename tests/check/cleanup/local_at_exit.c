//@ flags: --property memory
// At exit, main is still active and points to the block: it is not lost.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
    exit(*p - 3);
}
