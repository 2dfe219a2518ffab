//@ run-native
//@ data-model: both
// malloc, calloc, free, zero sizes, alignment, many blocks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(10 * sizeof *a);
    if (!a || (uintptr_t)a % 8) return 1;
    for (int i = 0; i < 10; i++) a[i] = i;
    int *z = calloc(10, sizeof *z);
    if (!z || z == a) return 2;
    for (int i = 0; i < 10; i++) if (z[i]) return 3;
    memcpy(z, a, 10 * sizeof *z);
    if (z[9] != 9) return 4;
    free(a);
    free(z);
    free(NULL);
    free(malloc(0));
    free(calloc(0, 8));
    char *blocks[100];
    for (int i = 0; i < 100; i++) {
        blocks[i] = malloc((size_t)i + 1);
        if (!blocks[i]) return 5;
        memset(blocks[i], i, (size_t)i + 1);
    }
    for (int i = 0; i < 100; i += 2) free(blocks[i]);
    int sum = 0;
    for (int i = 1; i < 100; i += 2) sum += blocks[i][i], free(blocks[i]);
    if (sum != 2500) return 6;
    double *d = malloc(sizeof *d);
    *d = 0.25;
    printf("%d %g\n", sum, *d);
    free(d);
    return 0;
}
