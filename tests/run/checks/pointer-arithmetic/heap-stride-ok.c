//@ flags: --check pointer-arithmetic
//@ run-native
#include <stdlib.h>

int main(void) {
    int n = 10, hits = 0;
    char *block = calloc(n, 1);
    char *end = block + n;
    for (int i = 0; i < n; i += 4)
        hits += block[i] == 0;
    free(block);
    return hits != 3 || end == block;
}
