// Breaks lines at the last space before a column.
#include <stdio.h>
#include <string.h>
#define WIDTH 20
int main(void) {
    char text[256];
    if (!fgets(text, sizeof text, stdin)) return 1;
    size_t n = strlen(text), start = 0;
    while (n - start > WIDTH) {
        size_t at = start + WIDTH;
        while (text[at] != ' ') at--; //~ array-index
        if (at == start) at = start + WIDTH;
        text[at] = '\n';
        start = at;
    }
    fputs(text, stdout);
    return 0;
}
