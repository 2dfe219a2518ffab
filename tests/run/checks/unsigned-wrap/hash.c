//@ flags: --check unsigned-wrap
#include <stdint.h>

static uint32_t hash(const char *s) {
    uint32_t h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++; //~ unsigned-wrap
    return h;
}

int main(void) {
    return hash("some text") == 0;
}
