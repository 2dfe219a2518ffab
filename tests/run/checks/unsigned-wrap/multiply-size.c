//@ flags: --check unsigned-wrap
#include <stdint.h>
#include <stdlib.h>

static int *allocate(size_t n) {
    return malloc(n * sizeof(int)); //~ unsigned-wrap
}

int main(void) {
    int *p = allocate(SIZE_MAX / 2);
    free(p);
    return 0;
}
