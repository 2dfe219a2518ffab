#include <stdint.h>

int main(void) {
    uintptr_t address = 0x7f0012340000;
    int *p = (int *)address;
    return *p; //~ invalid-pointer
}
