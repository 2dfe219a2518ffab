//@ run-native
#include <stdint.h>

int main(void) {
    static int here;
    uintptr_t address = (uintptr_t)&here;
    int *p = (int *)address;
    return *p;
}
