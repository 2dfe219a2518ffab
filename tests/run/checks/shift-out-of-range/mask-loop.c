#include <stdio.h>

int main(void) {
    for (unsigned bits = 8; bits <= 32; bits += 8)
        printf("%x\n", (1u << bits) - 1); //~ shift-out-of-range
    return 0;
}
