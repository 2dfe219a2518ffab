//@ run-native
// The assignment copies a whole `struct wide` out of a block that holds less.
#include <stdlib.h>

struct narrow {
    int a, b;
};
struct wide {
    int a, b, c;
};

int main(void) {
    struct wide *src = calloc(1, sizeof(struct wide));
    struct wide dst = *src;
    free(src);
    return dst.c;
}
