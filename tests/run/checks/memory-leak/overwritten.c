//@ flags: --check memory-leak
#include <stdlib.h>

static char *buffer;

int main(void) {
    buffer = malloc(4);
    buffer = malloc(8);
    free(buffer);
    buffer = NULL;
    return 0; //~ memory-leak
}
