//@ run-native
#include <stdlib.h>

int main(void) {
    char *block = malloc(16);
    double *d = (double *)(block + 8);
    *d = 1.5;
    free(block);
    return 0;
}
