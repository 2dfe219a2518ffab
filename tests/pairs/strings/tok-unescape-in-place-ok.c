// Replaces \n, \t and \\ in place.
#include <stdio.h>
static void unescape(char *s) {
    char *d = s;
    while (*s) {
        char c = *s++;
        if (c == '\\') {
            if (*s == '\0') break;
            c = *s++;
            if (c == 'n') c = '\n';
            else if (c == 't') c = '\t';
        }
        *d++ = c;
    }
    *d = '\0';
}
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    unescape(line);
    fputs(line, stdout);
    return 0;
}
