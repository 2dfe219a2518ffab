// The first letter of every word in upper case.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    char line[256];
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (size_t i = 0; line[i]; i++) {
        if (i == 0 || line[i - 1] == ' ') line[i] = (char)toupper((unsigned char)line[i]);
    }
    puts(line);
    return 0;
}
