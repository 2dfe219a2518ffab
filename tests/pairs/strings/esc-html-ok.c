// The longest replacement, &quot;, has six characters.
#include <stdlib.h>
#include <string.h>
static char *escape(const char *s) {
    char *out = malloc(6 * strlen(s) + 1);
    size_t n = 0;
    if (!out) return NULL;
    for (; *s; s++) {
        const char *with = *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : *s == '"' ? "&quot;" : NULL;
        if (with) {
            size_t length = strlen(with);
            memcpy(out + n, with, length);
            n += length;
        } else {
            out[n++] = *s;
        }
    }
    out[n] = '\0';
    return out;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    free(escape(argv[1]));
    return 0;
}
