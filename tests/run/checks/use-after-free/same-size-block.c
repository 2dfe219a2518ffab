// A newer block of the same size does not make the old pointer good again.
#include <stdlib.h>

int main(void) {
    long *a = malloc(sizeof *a);
    *a = 1;
    free(a);
    long *b = malloc(sizeof *b);
    *b = 2;
    long x = *a; //~ use-after-free
    free(b);
    return x != 3;
}
