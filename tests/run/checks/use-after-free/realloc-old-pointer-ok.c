//@ run-native
#include <stdlib.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    a = realloc(a, 1000 * sizeof *a);
    int *first = &a[0];
    *first = 2;
    int x = a[0];
    free(a);
    return x != 2;
}
