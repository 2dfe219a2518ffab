#include <stdlib.h>

int main(void) {
    void *(*take)(size_t) = malloc;
    char *block = take(4);
    free(block);
    free(block); //~ double-free
    return 0;
}
