// A copy on the heap, with memcpy.
#include <stdlib.h>
#include <string.h>
static char *duplicate(const char *s) {
    size_t n = strlen(s);
    char *copy = malloc(n);
    if (!copy) return NULL;
    memcpy(copy, s, n);
    copy[n] = '\0'; //~ out-of-bounds
    return copy;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *s = duplicate(argv[1]);
    if (!s) return 1;
    int status = s[0] == '-';
    free(s);
    return status;
}
