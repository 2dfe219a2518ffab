// The name of "[section]".
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t n = strcspn(line, "\n");
    line[n] = '\0';
    if (line[0] != '[') return 1;
    if (n < 2 || line[n - 1] != ']') return 1;
    char name[sizeof line - 2];
    memcpy(name, line + 1, n - 2);
    name[n - 2] = '\0';
    puts(name);
    return 0;
}
