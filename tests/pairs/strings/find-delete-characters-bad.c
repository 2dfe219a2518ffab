// Leaves a set of characters out, in place.
#include <stdlib.h>
#include <string.h>
static size_t remove_all(char *s, const char *set) {
    size_t to = 0;
    for (size_t from = 0; s[from]; from++) {
        if (!strchr(set, s[from])) s[to++] = s[from];
    }
    s[to] = '\0';
    return to;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *s = malloc(strlen(argv[1]) + 1);
    if (!s) return 1;
    strcpy(s, argv[1]);
    size_t n = remove_all(s, ".,;");
    int last = s[n - 1]; //~ out-of-bounds
    free(s);
    return last == ' ';
}
