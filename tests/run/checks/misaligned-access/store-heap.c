#include <stdlib.h>

int main(void) {
    char *block = malloc(16);
    double *d = (double *)(block + 4);
    *d = 1.5; //~ misaligned-access
    free(block);
    return 0;
}
