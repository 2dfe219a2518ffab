// A string backwards.
#include <stdio.h>
#include <string.h>
static void reverse(char *out, const char *s) {
    size_t n = strlen(s);
    for (size_t i = 0; i < n; i++) out[i] = s[n - 1 - i];
    out[n] = '\0'; //~ out-of-bounds
}
int main(void) {
    char line[64], back[sizeof line - 1];
    if (!fgets(line, sizeof line, stdin)) return 1;
    reverse(back, line);
    puts(back);
    return 0;
}
