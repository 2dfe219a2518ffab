//@ run-native
#include <stdint.h>

int main(void) {
    static int cell = 6;
    uintptr_t packed = (uintptr_t)&cell << 1 | 1;
    int *p = (int *)(packed >> 1);
    return *p != 6;
}
