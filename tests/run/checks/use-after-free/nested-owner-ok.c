//@ run-native
#include <stdlib.h>

struct matrix {
    int rows;
    int *cells;
};

int main(void) {
    struct matrix *m = malloc(sizeof *m);
    m->rows = 2;
    m->cells = calloc(4, sizeof(int));
    free(m->cells);
    free(m);
    return 0;
}
