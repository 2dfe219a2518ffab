// "text" without its quotes.
#include <stdlib.h>
#include <string.h>
static char *unquote(const char *s) {
    size_t n = strlen(s);
    if (n < 2 || s[0] != '"' || s[n - 1] != '"') return NULL;
    char *text = malloc(n - 1);
    if (!text) return NULL;
    memcpy(text, s + 1, n - 2);
    text[n - 2] = '\0';
    return text;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    free(unquote(argv[1]));
    return 0;
}
