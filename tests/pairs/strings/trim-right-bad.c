// Takes white space away at the end.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
static void trim(char *s) {
    char *end = s + strlen(s);
    while (isspace((unsigned char)end[-1])) end--; //~ out-of-bounds
    *end = '\0';
}
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    trim(line);
    puts(line);
    return 0;
}
