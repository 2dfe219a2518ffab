//@ flags: --property memory
// Nobody handles signals: it waits until one ends it.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char *block = malloc(4);
    pause();
    block[9] = 1;
    return 0;
}
