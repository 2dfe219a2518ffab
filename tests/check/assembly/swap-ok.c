#include <assert.h>
int main(void) {
    unsigned n = 0x11223344;
    __asm__("bswap %0" : "+r"(n));
    assert(n == 0x44332211);
    unsigned long long m = 0x1122334455667788;
    __asm__("bswapq %0" : "=r"(m) : "0"(m));
    assert(m == 0x8877665544332211);
    __asm__ volatile("mfence" : : : "memory");
    __asm__ volatile("rep; nop" : : : "memory");
    __asm__ volatile("outb %b0, %w1" : : "a"((char)1), "Nd"(0x70));
    assert(n == 0x44332211);
    return 0;
}
