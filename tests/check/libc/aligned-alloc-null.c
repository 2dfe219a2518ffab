//@ flags: --no-check bad-stdlib-argument
// It may be null.
#include <stdlib.h>
int main(void) {
    char *block = aligned_alloc(24, 48);
    block[47] = 1; //~ null-dereference
    free(block);
    return 0;
}
