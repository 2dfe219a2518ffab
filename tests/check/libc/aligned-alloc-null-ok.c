// It cannot be null.
#include <stdlib.h>
int main(void) {
    char *block = aligned_alloc(32, 64);
    block[47] = 1;
    free(block);
    return 0;
}
