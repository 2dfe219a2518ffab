// The address of "Name <user@host>".
#include <stdio.h>
int main(void) {
    char line[256], address[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    const char *p = line;
    while (*p != '\0' && *p != '<') p++;
    if (*p == '\0') return 1;
    p++;
    char *d = address, *end = address + sizeof address - 1;
    while (*p != '\0' && *p != '>' && d < end) *d++ = *p++;
    *d = '\0';
    puts(address);
    return 0;
}
