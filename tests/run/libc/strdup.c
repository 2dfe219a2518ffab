//@ run-native
//@ data-model: both
// strdup, strndup and what they own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char original[] = "duplicate";
    char *copy = strdup(original);
    if (!copy || copy == original || strcmp(copy, original) != 0) return 1;
    original[0] = 'X';
    copy[1] = 'Y';
    if (copy[0] != 'd' || original[1] != 'u') return 2;
    free(copy);
    copy = strndup("truncate me", 8);
    if (strcmp(copy, "truncate") != 0) return 3;
    free(copy);
    copy = strndup("short", 100);
    if (strcmp(copy, "short") != 0) return 4;
    free(copy);
    char open[2] = {'o', 'k'};
    copy = strndup(open, 2);
    if (strcmp(copy, "ok") != 0) return 5;
    free(copy);
    copy = strdup("");
    if (*copy) return 6;
    free(copy);
    puts(original);
    return 0;
}
