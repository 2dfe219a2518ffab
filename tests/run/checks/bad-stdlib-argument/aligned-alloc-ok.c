//@ run-native
#include <stdlib.h>

int main(void) {
    size_t alignment = 32;
    char *p = aligned_alloc(alignment, 64);
    free(p);
    return 0;
}
