//@ run-native
//@ data-model: both
// Matrices of doubles: product, power, determinant by elimination with pivoting.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 4
typedef double matrix[N][N];

static void multiply(matrix to, matrix a, matrix b) {
    matrix r = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) r[i][j] += a[i][k] * b[k][j];
    memcpy(to, r, sizeof r);
}

static double determinant(matrix m) {
    matrix a;
    memcpy(a, m, sizeof a);
    double result = 1;
    for (int c = 0; c < N; c++) {
        int pivot = c;
        for (int r = c + 1; r < N; r++) if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return 0;
        if (pivot != c) {
            double row[N];
            memcpy(row, a[c], sizeof row);
            memcpy(a[c], a[pivot], sizeof row);
            memcpy(a[pivot], row, sizeof row);
            result = -result;
        }
        result *= a[c][c];
        for (int r = c + 1; r < N; r++) {
            double f = a[r][c] / a[c][c];
            for (int k = c; k < N; k++) a[r][k] -= f * a[c][k];
        }
    }
    return result;
}

int main(void) {
    matrix fib = {{1, 1}, {1, 0}, {0, 0, 1}, {0, 0, 0, 1}}, power = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}};
    for (int i = 0; i < 30; i++) multiply(power, power, fib);
    if (power[0][1] != 832040) return 1;
    matrix m = {{2, 0, 1, 3}, {0, 4, 2, 1}, {8, 1, 0, 2}, {1, 2, 4, 0}};
    double d = determinant(m);
    matrix square;
    multiply(square, m, m);
    if (fabs(determinant(square) - d * d) > 1e-6) return 2;
    printf("%.9g %.9g %g\n", d, determinant(square), power[0][0]);
    return 0;
}
