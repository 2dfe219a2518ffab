// Replaces every character of a kind by two.
#include <stdio.h>
#include <string.h>
int main(void) {
    char in[64], out[sizeof in + 32];
    if (!fgets(in, sizeof in, stdin)) return 1;
    char *d = out;
    for (size_t i = 0; in[i]; i++) {
        if (in[i] == '\'') *d++ = '\''; //~ out-of-bounds
        *d++ = in[i]; //~ out-of-bounds
    }
    *d = '\0'; //~ out-of-bounds
    puts(out);
    return 0;
}
