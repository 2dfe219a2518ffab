// Control characters become \u00xx; the block grows when fewer than that are left.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    size_t size = 64, n = 0;
    char *out = malloc(size);
    int c;
    if (!out) return 1;
    while ((c = getchar()) != EOF) {
        if (size - n < 7) {
            char *larger = realloc(out, 2 * size);
            if (!larger) break;
            out = larger;
            size *= 2;
        }
        if (c < 32) n += (size_t)sprintf(out + n, "\\u%04x", (unsigned)c);
        else out[n++] = (char)c;
    }
    out[n] = '\0';
    puts(out);
    free(out);
    return 0;
}
