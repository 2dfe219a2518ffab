// \101 is an A: up to three digits, which may end with the string.
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    char *out = malloc(strlen(s) + 1), *d = out;
    if (!out) return 1;
    while (*s) { //~ out-of-bounds
        if (*s != '\\') {
            *d++ = *s++; //~ out-of-bounds
            continue;
        }
        s++;
        unsigned value = 0;
        for (int i = 0; i < 3; i++) value = 8 * value + ((unsigned)*s++ & 7); //~ out-of-bounds
        *d++ = (char)value;
    }
    *d = '\0';
    free(out);
    return 0;
}
