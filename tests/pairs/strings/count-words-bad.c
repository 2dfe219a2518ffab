// Where the words of a text begin.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    size_t n = strlen(s), words = 0;
    size_t *start = malloc(n / 2 * sizeof *start);
    if (!start) return 1;
    for (size_t i = 0; i < n; i++) {
        if (s[i] != ' ' && (i == 0 || s[i - 1] == ' ')) start[words++] = i; //~ out-of-bounds
    }
    printf("%zu words\n", words);
    free(start);
    return 0;
}
