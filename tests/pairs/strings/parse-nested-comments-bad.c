// A copy of an address in which every parenthesis that was opened gets closed: room for the missing ones is kept.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256], out[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t used = 0, open = 0;
    for (const char *p = line; *p; p++) {
        if (*p == '(') {
            if (used + open + 2 >= sizeof out) break;
            out[used++] = '(';
            open++;
        } else if (*p == ')') {
            if (open == 0) continue;
            out[used++] = ')'; //~ array-index
            if (open > 1) open--;
        } else if (used + open + 1 < sizeof out) {
            out[used++] = *p;
        }
    }
    while (open > 0) {
        out[used++] = ')'; //~ array-index
        open--;
    }
    out[used] = '\0'; //~ array-index
    puts(out);
    return 0;
}
