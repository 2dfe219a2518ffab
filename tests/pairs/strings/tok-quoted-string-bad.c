// The text between quotes, in which a backslash takes the next character as it is.
#include <stdio.h>
static int quoted(char *out, const char *s) {
    if (*s++ != '"') return -1;
    while (*s != '\0' && *s != '"') { //~ uninitialized-read
        if (*s == '\\') s++;
        *out++ = *s++; //~ out-of-bounds
    }
    *out = '\0';
    return *s == '"' ? 0 : -1;
}
int main(void) {
    char line[64], text[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (quoted(text, line) == 0) puts(text);
    return 0;
}
