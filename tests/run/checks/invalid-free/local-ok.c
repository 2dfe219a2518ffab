//@ run-native
#include <stdlib.h>

static void grow(int **p) {
    free(*p);
    *p = calloc(4, sizeof(int));
}

int main(void) {
    int *p = calloc(2, sizeof(int));
    grow(&p);
    int x = p[3];
    free(p);
    return x;
}
