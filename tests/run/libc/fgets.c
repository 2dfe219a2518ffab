//@ run-native
//@ data-model: both
//@ stdin: first line\nsecond\n\nlast without newline
// fgets: newline kept, long lines in pieces, empty lines, end of input.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin) != line || strcmp(line, "first l") != 0) return 1;
    if (!fgets(line, sizeof line, stdin) || strcmp(line, "ine\n") != 0) return 2;
    if (!fgets(line, sizeof line, stdin) || strcmp(line, "second\n") != 0) return 3;
    if (!fgets(line, sizeof line, stdin) || strcmp(line, "\n") != 0) return 4;
    int n = 0;
    while (fgets(line, sizeof line, stdin)) printf("[%s]", line), n++;
    printf("\n");
    if (n != 3 || !feof(stdin)) return 5;
    line[0] = 'k';
    if (fgets(line, sizeof line, stdin) || line[0] != 'k') return 6; // untouched at the end
    return 0;
}
