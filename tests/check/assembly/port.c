// Nobody knows what a device says.
#include <assert.h>
int main(void) {
    unsigned char value;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"(0x60));
    assert(value != 17); //~ assertion
    return 0;
}
