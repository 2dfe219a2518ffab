// The words of a line in an array of short strings.
#include <stdio.h>
#define WORDS 16
#define LENGTH 16
int main(void) {
    char line[256], words[WORDS][LENGTH];
    if (!fgets(line, sizeof line, stdin)) return 1;
    int n = 0;
    const char *p = line;
    while (n < WORDS) {
        while (*p == ' ' || *p == '\n') p++;
        if (*p == '\0') break;
        int k = 0;
        while (*p != '\0' && *p != ' ' && *p != '\n') {
            if (k < LENGTH - 1) words[n][k++] = *p;
            p++;
        }
        words[n++][k] = '\0';
    }
    for (int i = 0; i < n; i++) puts(words[i]);
    return 0;
}
