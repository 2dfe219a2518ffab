#include <assert.h>
int main(void) {
    unsigned char value;
    unsigned low, high;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"(0x60));
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    assert(value <= 255);
    return 0;
}
