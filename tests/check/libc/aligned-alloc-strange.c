//@ flags: --no-check bad-stdlib-argument --no-check memory-leak
// No power of two: there may be memory, or null.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *block = aligned_alloc(24, 48);
    assert(block == NULL); //~ assertion
    return 0;
}
