//@ run-native
#include <stdint.h>

static uint64_t rotate(uint64_t x, unsigned n) {
    return n ? x << n | x >> (64 - n) : x;
}

int main(void) {
    return rotate(5, 0) != 5;
}
