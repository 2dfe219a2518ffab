// A tab goes to the next multiple of eight.
#include <stdio.h>
int main(void) {
    char line[64], out[256];
    size_t n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (const char *p = line; *p && n < sizeof out - 8; p++) {
        if (*p != '\t') {
            out[n++] = *p;
            continue;
        }
        do out[n++] = ' ';
        while (n % 8 != 0);
    }
    out[n] = '\0';
    puts(out);
    return 0;
}
