// A tab goes to the next multiple of eight.
#include <stdio.h>
int main(void) {
    char line[64], out[256];
    size_t n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (const char *p = line; *p; p++) {
        if (*p != '\t') {
            out[n++] = *p; //~ array-index
            continue;
        }
        do out[n++] = ' '; //~ array-index
        while (n % 8 != 0);
    }
    out[n] = '\0'; //~ array-index
    puts(out);
    return 0;
}
