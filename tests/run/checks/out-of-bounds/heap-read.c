#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    int i = 4;
    int x = p[i]; //~ out-of-bounds
    free(p);
    return x;
}
