// Compares from both ends.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    const char *s = argv[1];
    size_t i = 0, j = strlen(s);
    while (i <= j) {
        if (s[i++] != s[--j]) return 1; //~ out-of-bounds
    }
    return 0;
}
