//@ flags: --check memory-leak
//@ run-native
#include <stdlib.h>

struct matrix {
    int n;
    double *cells;
};

int main(void) {
    struct matrix *m = malloc(sizeof *m);
    m->n = 2;
    m->cells = calloc(4, sizeof *m->cells);
    free(m->cells);
    free(m);
    return 0;
}
