// The user name of a line of a password file.
#include <stdio.h>
int main(void) {
    char line[256], user[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    size_t n = 0;
    const char *s = line;
    while (*s != '\0' && *s != ':') user[n++] = *s++; //~ array-index
    user[n] = '\0';
    puts(user);
    return 0;
}
