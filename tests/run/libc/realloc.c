//@ run-native
//@ data-model: both
// realloc grows, shrinks and keeps the contents; reallocarray.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = realloc(NULL, 4);
    if (!s) return 1;
    strcpy(s, "abc");
    for (size_t size = 8; size <= 4096; size *= 2) {
        s = realloc(s, size);
        if (!s || strcmp(s, "abc") != 0) return 2;
        s[size - 1] = 'x';
    }
    s = realloc(s, 4);
    if (!s || strcmp(s, "abc") != 0) return 3;
    free(s);
    int **rows = NULL;
    int n = 0;
    for (int i = 0; i < 20; i++) {
        rows = realloc(rows, (size_t)++n * sizeof *rows); // pointers move along
        if (!rows) return 4;
        rows[i] = malloc(sizeof **rows);
        *rows[i] = i * i;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) sum += *rows[i], free(rows[i]);
    free(rows);
    if (sum != 2470) return 5;
    short *a = reallocarray(NULL, 3, sizeof *a);
    if (!a) return 6;
    a[2] = 5;
    a = reallocarray(a, 6, sizeof *a);
    printf("%d %d\n", sum, a[2]);
    free(a);
    return 0;
}
