// aaab becomes 3a1b, in at most twice the room.
#include <stdlib.h>
#include <string.h>
static char *encode(const char *s) {
    char *out = malloc(2 * strlen(s) + 1), *d = out;
    if (!out) return NULL;
    while (*s) {
        char c = *s, n = 0;
        while (*s == c && n < 9) {
            s++;
            n++;
        }
        *d++ = (char)('0' + n);
        *d++ = c;
    }
    *d = '\0';
    return out;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    free(encode(argv[1]));
    return 0;
}
