//@ run-native
//@ data-model: both
// strtok, strtok_r, strsep: empty tokens, changing separators, interleaving.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = ",,one, two;three,,";
    int n = 0;
    for (char *t = strtok(text, ","); t; t = strtok(NULL, n == 1 ? " ;" : ",")) printf("%d<%s> ", ++n, t);
    printf("\n");
    if (n != 3) return 1;
    char empty[] = ";;;";
    if (strtok(empty, ";")) return 2;
    char rows[] = "a b|c d|e", *row_rest, *cell_rest;
    int cells = 0;
    for (char *row = strtok_r(rows, "|", &row_rest); row; row = strtok_r(NULL, "|", &row_rest))
        for (char *cell = strtok_r(row, " ", &cell_rest); cell; cell = strtok_r(NULL, " ", &cell_rest)) cells = cells * 10 + *cell - 'a' + 1;
    if (cells != 12345) return 3;
    char list[] = "x,,y;", *rest = list;
    int parts = 0, blank = 0;
    for (char *part; (part = strsep(&rest, ",;"));) parts++, blank += !*part;
    if (parts != 4 || blank != 2 || rest) return 4;
    printf("%d\n", parts);
    return 0;
}
