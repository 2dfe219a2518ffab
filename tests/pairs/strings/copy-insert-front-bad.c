// Puts a sign in front of a string, in its own buffer.
#include <stdio.h>
#include <string.h>
int main(void) {
    char text[64];
    if (!fgets(text, sizeof text, stdin)) return 1;
    size_t n = strlen(text);
    memmove(text + 1, text, n + 1); //~ out-of-bounds
    text[0] = '+';
    fputs(text, stdout);
    return 0;
}
