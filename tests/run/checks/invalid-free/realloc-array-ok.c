//@ run-native
#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    p = realloc(p, 8 * sizeof *p);
    int x = p[0];
    free(p);
    return x;
}
