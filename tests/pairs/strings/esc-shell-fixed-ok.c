// A backslash before special characters, as far as the buffer goes.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char out[256];
    size_t n = 0;
    if (argc < 2) return 1;
    for (const char *s = argv[1]; *s && n < sizeof out - 2; s++) {
        if (strchr("$`\"\\", *s)) out[n++] = '\\';
        out[n++] = *s;
    }
    out[n] = '\0';
    puts(out);
    return 0;
}
