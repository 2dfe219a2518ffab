// Takes the end of the line away; a line may begin with a zero byte.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (line[n - 1] == '\n') line[n - 1] = '\0'; //~ array-index
        puts(line);
    }
    return 0;
}
