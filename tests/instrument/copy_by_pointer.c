// `memcpy` copies too much when called through a pointer, too.
#include <string.h>

int main(void) {
    void *(*copy)(void *, const void *, size_t) = memcpy;
    char short_one[4], long_one[8] = {0};
    copy(short_one, long_one, sizeof short_one);
    copy(short_one, long_one, sizeof long_one); //~ out-of-bounds
    return short_one[0];
}
