// Leaves out what stands between /* and */.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void strip(char *out, const char *s) {
    while (*s) {
        if (s[0] == '/' && s[1] == '*') {
            s += 2;
            while (!(s[0] == '*' && s[1] == '/')) s++; //~ out-of-bounds
            if (*s) s += 2;
        } else {
            *out++ = *s++;
        }
    }
    *out = '\0';
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *out = malloc(strlen(argv[1]) + 1);
    if (!out) return 1;
    strip(out, argv[1]);
    puts(out);
    free(out);
    return 0;
}
