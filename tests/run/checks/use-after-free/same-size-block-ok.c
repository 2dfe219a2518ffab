//@ run-native
// A newer block of the same size does not make the old pointer good again.
#include <stdlib.h>

int main(void) {
    long *a = malloc(sizeof *a);
    *a = 1;
    long old = *a;
    free(a);
    long *b = malloc(sizeof *b);
    *b = 2;
    long x = old + *b;
    free(b);
    return x != 3;
}
