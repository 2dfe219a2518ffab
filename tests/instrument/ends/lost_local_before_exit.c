//@ flags: --check memory-leak
#include <stdlib.h>

int main(void) {
    char *block = malloc(3);
    block = NULL;
    exit(block != NULL); //~ memory-leak
}
