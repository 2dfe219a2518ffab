// Moves from and to memory.
#include <assert.h>
int main(void) {
    unsigned reg = 4, value;
    __asm__ volatile("movl %1,%0" : "=r"(value) : "m"(*(volatile unsigned *)&reg) : "memory");
    assert(value == 4);
    __asm__ volatile("movl %0,%1" : : "r"(6), "m"(*(volatile unsigned *)&reg) : "memory");
    assert(reg == 6);
    return 0;
}
