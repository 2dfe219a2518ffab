//@ flags: --check pointer-comparison
//@ run-native
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    char *b = malloc(8);
    char *low = a == b ? a : b;
    *low = 1;
    free(a);
    free(b);
    return 0;
}
