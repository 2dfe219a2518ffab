// \101 is an A: up to three digits, which may end with the string.
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *s = argv[1];
    char *out = malloc(strlen(s) + 1), *d = out;
    if (!out) return 1;
    while (*s) {
        if (*s != '\\') {
            *d++ = *s++;
            continue;
        }
        s++;
        unsigned value = 0;
        for (int i = 0; i < 3 && *s >= '0' && *s <= '7'; i++) value = 8 * value + (unsigned)(*s++ - '0');
        *d++ = (char)value;
    }
    *d = '\0';
    free(out);
    return 0;
}
