#include <stdint.h>

int g;

// An integer may lose bits; only a pointer must fit.
int main(void) {
    int low = (int)(intptr_t)&g;
    unsigned hash = (unsigned)((uintptr_t)&g >> 4);
    return low != 0 || hash != 0 ? 0 : 1;
}
