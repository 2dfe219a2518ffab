//@ run-native
#include <stdio.h>

int main(void) {
    for (unsigned bits = 8; bits <= 32; bits += 8)
        printf("%llx\n", (1ull << bits) - 1);
    return 0;
}
