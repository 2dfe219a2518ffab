// Puts "> " before every line of a text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *quote(const char *s) {
    size_t size = 3;
    for (const char *p = s; *p; p++) size += *p == '\n' ? 2 : 1;
    char *out = malloc(size), *d = out;
    if (!out) return NULL;
    *d++ = '>';
    *d++ = ' ';
    for (; *s; s++) {
        *d++ = *s; //~ out-of-bounds
        if (*s == '\n') {
            *d++ = '>'; //~ out-of-bounds
            *d++ = ' '; //~ out-of-bounds
        }
    }
    *d = '\0'; //~ out-of-bounds
    return out;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *q = quote(argv[1]);
    if (!q) return 1;
    puts(q);
    free(q);
    return 0;
}
