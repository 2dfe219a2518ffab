// Positions that only grow, and a mask.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    size_t size = 16, from = 0, to = 0;
    while (size < (size_t)argc) size *= 2;
    char *ring = malloc(size);
    if (!ring) return 1;
    for (const char *s = argv[1]; *s; s++) {
        if (to - from == size) putchar(ring[from++ & (size - 1)]);
        ring[to++ & (size - 1)] = *s;
    }
    free(ring);
    return 0;
}
