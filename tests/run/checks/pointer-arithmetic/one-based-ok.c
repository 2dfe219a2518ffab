//@ flags: --check pointer-arithmetic
//@ run-native
#include <stdlib.h>

int main(void) {
    double *v = calloc(3, sizeof *v);
    double *one_based = v;
    one_based[1 - 1] = 2;
    int ok = v[0] == 2;
    free(v);
    return !ok;
}
