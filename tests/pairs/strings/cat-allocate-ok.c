// Two strings in a block that has just the right size.
#include <stdlib.h>
#include <string.h>
static char *concatenate(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    char *both = malloc(n + m + 1);
    if (!both) return NULL;
    strcpy(both, a);
    strcpy(both + n, b);
    return both;
}
int main(int argc, char **argv) {
    if (argc < 3) return 1;
    char *both = concatenate(argv[1], argv[2]);
    if (!both) return 1;
    int status = both[0] == 'x';
    free(both);
    return status;
}
