// Takes white space away at the beginning.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t n = strlen(line), start = strspn(line, " \t");
    memmove(line, line + start, n + 1); //~ out-of-bounds
    puts(line);
    return 0;
}
