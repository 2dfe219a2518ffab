// Splits a line at commas, in place.
#include <stdio.h>
#define MAX 8
static int split(char *line, char **field) {
    int n = 0;
    field[n++] = line;
    for (char *p = line; *p; p++) {
        if (*p != ',') continue;
        *p = '\0';
        if (n == MAX) break;
        field[n++] = p + 1;
    }
    return n;
}
int main(void) {
    char line[256];
    char *field[MAX];
    if (!fgets(line, sizeof line, stdin)) return 1;
    int n = split(line, field);
    for (int i = 0; i < n; i++) puts(field[i]);
    return 0;
}
