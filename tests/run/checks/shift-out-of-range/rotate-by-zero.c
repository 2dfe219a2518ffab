#include <stdint.h>

static uint64_t rotate(uint64_t x, unsigned n) {
    return x << n | x >> (64 - n); //~ shift-out-of-range
}

int main(void) {
    return rotate(5, 0) != 5;
}
