//@ flags: --engine auto --stop-at-first
// A line of any length, cut one character too late.
#include <stdio.h>
int main(void) {
    char line[64];
    unsigned n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < 64) line[n++] = (char)c;
    }
    line[n] = '\0'; //~ array-index
    return line[0] == '#';
}
