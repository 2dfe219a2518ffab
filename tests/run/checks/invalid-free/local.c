#include <stdlib.h>

static void grow(int **p) {
    free(*p); //~ invalid-free
    *p = calloc(4, sizeof(int));
}

int main(void) {
    int small[2] = {1, 2};
    int *p = small;
    grow(&p);
    int x = p[3];
    free(p);
    return x;
}
