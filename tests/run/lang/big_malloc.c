// A huge allocation costs nothing until it is touched.
#include <stdlib.h>

int main(void) {
    size_t size = (size_t)10 << 30;
    char *p = malloc(size);
    if (!p) return 1;
    p[0] = 1;
    p[size - 1] = 2;
    p[size / 2] = 3;
    if (p[0] + p[size - 1] + p[size / 2] != 6) return 2;
    char *z = calloc(1, size);
    if (!z) return 3;
    if (z[size / 3] != 0) return 4;
    free(p);
    free(z);
    return 0;
}
