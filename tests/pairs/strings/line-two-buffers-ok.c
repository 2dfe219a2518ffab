// The longest line so far is kept in a second buffer.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256], longest[256] = "";
    while (fgets(line, sizeof line, stdin)) {
        if (strlen(line) > strlen(longest)) strcpy(longest, line);
    }
    fputs(longest, stdout);
    return 0;
}
