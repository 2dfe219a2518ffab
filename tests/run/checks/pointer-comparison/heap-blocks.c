//@ flags: --check pointer-comparison
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    char *b = malloc(8);
    char *low = a <= b ? a : b; //~ pointer-comparison
    *low = 1;
    free(a);
    free(b);
    return 0;
}
