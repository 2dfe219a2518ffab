// What candor cannot execute is named, and the rest of the program still counts.
#include <stdio.h>

int main(void) {
    puts("before");
    __asm__ volatile("hlt"); //~ unsupported: inline assembly
    return 0;
}
