#include <stdint.h>

int main(void) {
    int x = 0;
    int *p = &x;
    int low = (int)(intptr_t)p;
    intptr_t address = (intptr_t)p;
    return address != 0 && low == (int)address ? 0 : 1;
}
