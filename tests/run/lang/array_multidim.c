//@ run-native
//@ data-model: both
// Arrays of arrays: layout, partial initialisers, parameters, pointers to rows.
#include <stdio.h>

static int cube[2][3][4];
static const char names[][6] = {"zero", "one", "two"};

static int trace(int m[][3], int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += m[i][i];
    return sum;
}

int main(void) {
    int m[3][3] = {{1}, {0, 2}, {[2] = 3}};
    if (trace(m, 3) != 6 || m[0][1] || m[2][1]) return 1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) cube[i][j][k] = 100 * i + 10 * j + k;
    if ((&cube[0][0][0])[3] != 3 || (char *)&cube[1] - (char *)&cube[0] != 48) return 2;
    int (*row)[4] = cube[1];
    if (row[2][3] != 123 || (*(row + 1))[1] != 111) return 3;
    int (*plane)[3][4] = cube + 1;
    if ((*plane)[0][2] != 102) return 4;
    if (sizeof cube / sizeof cube[0][0][0] != 24 || sizeof names != 18) return 5;
    if (2 [names][1] != 'w') return 6;
    printf("%s %s %d\n", names[1], names[2], cube[1][2][3]);
    return 0;
}
