// Looks a command up in a table.
#include <stdio.h>
#include <string.h>
static const char *const commands[] = {"HELO", "MAIL", "RCPT", "DATA", "RSET", "NOOP", "QUIT"};
static int find(const char *name) {
    for (size_t i = 0; i <= sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i], name) == 0) return (int)i; //~ array-index
    }
    return -1;
}
int main(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, " \r\n")] = '\0';
    return find(line) < 0;
}
