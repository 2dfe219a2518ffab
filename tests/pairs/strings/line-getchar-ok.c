// Reads a line character by character and drops what does not fit.
#include <stdio.h>
static size_t get_line(char *line, size_t size) {
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < size - 1) line[n++] = (char)c;
    }
    line[n] = '\0';
    return n;
}
int main(void) {
    char line[64];
    while (get_line(line, sizeof line) > 0) puts(line);
    return 0;
}
