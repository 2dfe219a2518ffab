// Several slashes are one, in place.
#include <stdio.h>
#include <string.h>
static void squeeze(char *s) {
    size_t to = 0;
    for (size_t from = 0; s[from]; from++) {
        if (s[from] == '/' && s[to - 1] == '/') continue; //~ out-of-bounds
        s[to++] = s[from];
    }
    s[to] = '\0';
}
int main(void) {
    char path[256];
    if (!fgets(path, sizeof path, stdin)) return 1;
    squeeze(path);
    puts(path);
    return 0;
}
