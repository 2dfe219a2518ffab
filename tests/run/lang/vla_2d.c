//@ run-native
//@ data-model: both
// Two-dimensional variable length arrays and pointers to them.
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, int m, int p, double a[n][m], double b[m][p], double c[n][p]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            c[i][j] = 0;
            for (int k = 0; k < m; k++) c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    int n = 2, m = 3;
    double a[n][m], b[m][n], c[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = i + j, b[j][i] = i - j;
    multiply(n, m, n, a, b, c);
    if (c[0][0] != -5 || c[0][1] != -2 || c[1][0] != -8 || c[1][1] != -2) return 1;
    double (*heap)[n][m] = malloc(2 * sizeof *heap);
    if (!heap) return 2;
    if (sizeof *heap != 6 * sizeof(double)) return 3;
    heap[1][1][2] = 4.5;
    double *flat = (double *)heap;
    if (flat[11] != 4.5) return 4;
    if (&heap[1] - &heap[0] != 1 || (char *)&heap[1] - (char *)heap != (long)sizeof *heap) return 5;
    printf("%g %g %g %g\n", c[0][0], c[0][1], c[1][0], c[1][1]);
    free(heap);
    return 0;
}
