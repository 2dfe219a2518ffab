//@ flags: --property memory --engine auto --timeout 5
//@ verdict: unknown
// The loop could be left but never is, and nobody looks for the block.
#include <stdlib.h>
int main(void) {
    void *p = malloc(4);
    unsigned i = 0;
    p = 0;
    while (i < 10) i = (i + 1) % 10;
    return p != 0;
}
