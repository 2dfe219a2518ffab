// Everything but letters and digits becomes %xx.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
static char *encode(const char *s) {
    static const char hex[] = "0123456789abcdef";
    char *out = malloc(3 * strlen(s) + 1), *d = out;
    if (!out) return NULL;
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (isalnum(c)) {
            *d++ = *s;
        } else {
            *d++ = '%';
            *d++ = hex[c >> 4];
            *d++ = hex[c & 15];
        }
    }
    *d = '\0';
    return out;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *s = encode(argv[1]);
    free(s);
    return 0;
}
