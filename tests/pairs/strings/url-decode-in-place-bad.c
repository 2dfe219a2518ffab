// %41 is an A.
#include <ctype.h>
#include <stdio.h>
static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0' : (tolower((unsigned char)c) - 'a' + 10) & 15;
}
static void decode(char *s) {
    char *d = s;
    while (*s) { //~ uninitialized-read
        if (*s == '%') {
            *d++ = (char)(digit(s[1]) << 4 | digit(s[2])); //~ out-of-bounds
            s += 3;
        } else {
            *d++ = *s++;
        }
    }
    *d = '\0';
}
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    decode(line);
    puts(line);
    return 0;
}
