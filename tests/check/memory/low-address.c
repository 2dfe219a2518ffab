// Where an object lies is not for the program to know: low addresses are possible.
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x = 1;
    assert((uintptr_t)&x >= 0x100000000); //~ assertion
    return x - 1;
}
