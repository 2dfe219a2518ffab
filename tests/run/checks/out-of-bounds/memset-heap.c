#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = 6;
    short *p = malloc(n * sizeof *p);
    memset(p, 0, n * sizeof(int)); //~ out-of-bounds
    int x = p[5];
    free(p);
    return x;
}
