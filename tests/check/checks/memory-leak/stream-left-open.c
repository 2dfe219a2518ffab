//@ flags: --property memory
// The library knows the streams that are open, and they know their buffers.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *buffer = malloc(64);
    FILE *file = fopen("a", "w");
    if (!file) {
        free(buffer);
        return 0;
    }
    setvbuf(file, buffer, _IOFBF, 64);
    setvbuf(stdout, malloc(16), _IOFBF, 16);
    buffer = 0;
    file = 0;
    return 0;
}
