//@ flags: --check pointer-arithmetic
#include <stdlib.h>

int main(void) {
    double *v = calloc(3, sizeof *v);
    double *one_based = v - 1; //~ pointer-arithmetic
    one_based[1] = 2;
    int ok = v[0] == 2;
    free(v);
    return !ok;
}
