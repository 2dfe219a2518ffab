// Replaces every character of a kind by two.
#include <stdio.h>
#include <string.h>
int main(void) {
    char in[64], out[2 * sizeof in];
    if (!fgets(in, sizeof in, stdin)) return 1;
    char *d = out;
    for (size_t i = 0; in[i]; i++) {
        if (in[i] == '\'') *d++ = '\'';
        *d++ = in[i];
    }
    *d = '\0';
    puts(out);
    return 0;
}
