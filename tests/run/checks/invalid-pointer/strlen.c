// A number is taken for the address of a string.
#include <stdint.h>
#include <string.h>

int main(void) {
    intptr_t slots[2] = {0x654321000, (intptr_t) "ab"};
    return strlen((char *)slots[0]) != 2; //~ invalid-pointer
}
