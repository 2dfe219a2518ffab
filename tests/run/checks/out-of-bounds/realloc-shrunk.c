#include <stdlib.h>

int main(void) {
    int *p = malloc(8 * sizeof *p);
    for (int i = 0; i < 8; i++)
        p[i] = i;
    p = realloc(p, 4 * sizeof *p);
    int last = p[7]; //~ out-of-bounds
    free(p);
    return last != 3;
}
