//@ flags: --check memory-leak
// Not freed, but a global still reaches it through an interior pointer: no leak.
#include <stdlib.h>

static char *interior;

int main(void) {
    char *block = malloc(16);
    interior = block + 8;
    return 0;
}
