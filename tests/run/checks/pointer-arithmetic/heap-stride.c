//@ flags: --check pointer-arithmetic
#include <stdlib.h>

int main(void) {
    int n = 10, hits = 0;
    char *block = calloc(n, 1);
    char *end = block + n;
    for (char *p = block; p < end; p += 4) //~ pointer-arithmetic
        hits += *p == 0;
    free(block);
    return hits != 3;
}
