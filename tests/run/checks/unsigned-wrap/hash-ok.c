//@ flags: --check unsigned-wrap
//@ run-native
#include <stdint.h>

static uint32_t hash(const char *s) {
    uint64_t h = 5381;
    while (*s)
        h = (h * 33 + (unsigned char)*s++) % 4294967296;
    return (uint32_t)h;
}

int main(void) {
    return hash("some text") == 0;
}
