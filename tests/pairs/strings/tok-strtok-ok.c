// strtok, and an array that takes so many tokens.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    char *token[16];
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (char *t = strtok(line, " \t\n"); t && n < 16; t = strtok(NULL, " \t\n")) token[n++] = t;
    for (int i = n - 1; i >= 0; i--) puts(token[i]);
    return 0;
}
