//@ flags: --check unsigned-wrap
//@ run-native
#include <stdint.h>
#include <stdlib.h>

static int *allocate(size_t n) {
    if (n > SIZE_MAX / sizeof(int))
        return NULL;
    return malloc(n * sizeof(int));
}

int main(void) {
    int *p = allocate(SIZE_MAX / 2);
    free(p);
    return 0;
}
