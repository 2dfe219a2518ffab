//@ run-native
//@ data-model: both
//@ stdin: one\ntwo words and a longer line than one hundred and twenty characters so that the buffer has to grow at least once, as it should here\n\nk1=v1;k2=v2;end
// getline and getdelim grow their buffer.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) != 4 || strcmp(line, "one\n") != 0 || size < 5) return 1;
    ssize_t n = getline(&line, &size, stdin);
    if (n < 121 || (size_t)n != strlen(line) || size <= (size_t)n) return 2;
    if (getline(&line, &size, stdin) != 1 || line[0] != '\n') return 3;
    int parts = 0;
    while ((n = getdelim(&line, &size, ';', stdin)) != -1) printf("%d:%s ", (int)n, line), parts++;
    printf("\n");
    if (parts != 3 || !feof(stdin)) return 4;
    free(line);
    return 0;
}
