// Counts what has to be escaped, then allocates as much as is needed.
#include <stdlib.h>
#include <string.h>
static char *escape(const char *s) {
    size_t size = 1;
    for (const char *p = s; *p; p++) size += *p == '"' || *p == '\\' ? 2 : 1;
    char *out = malloc(size), *d = out;
    if (!out) return NULL;
    for (; *s; s++) {
        if (*s == '"' || *s == '\\' || *s == '\n') *d++ = '\\'; //~ out-of-bounds
        *d++ = *s == '\n' ? 'n' : *s; //~ out-of-bounds
    }
    *d = '\0'; //~ out-of-bounds
    return out;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    free(escape(argv[1]));
    return 0;
}
