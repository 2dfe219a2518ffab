// The network ends lines with two characters.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t n = strlen(line);
    if (n >= 1 && line[n - 1] == '\n' && line[n - 2] == '\r') line[n - 2] = '\0'; //~ array-index
    puts(line);
    return 0;
}
