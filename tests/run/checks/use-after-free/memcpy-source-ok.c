//@ run-native
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *old = calloc(1, 8);
    char *new = malloc(8);
    memcpy(new, old, 8);
    free(old);
    char c = new[7];
    free(new);
    return c;
}
