//@ flags: --property memory
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char *block = malloc(4);
    block = NULL;
    pause(); //~ memory-leak
    return block != NULL;
}
