//@ flags: --engine loops
// A line of any length, cut to fit.
#include <stdio.h>
int main(void) {
    char line[64];
    unsigned n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < 63) line[n++] = (char)c;
    }
    line[n] = '\0';
    return line[0] == '#';
}
