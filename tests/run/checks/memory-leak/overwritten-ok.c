//@ flags: --check memory-leak
//@ run-native
#include <stdlib.h>

static char *buffer;

int main(void) {
    buffer = malloc(4);
    free(buffer);
    buffer = malloc(8);
    free(buffer);
    buffer = NULL;
    return 0;
}
