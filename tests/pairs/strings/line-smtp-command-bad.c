// Four letters, a space, and an argument.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256], command[5], argument[256];
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (strlen(line) < 4) return 1;
    memcpy(command, line, 4);
    command[4] = '\0';
    strcpy(argument, line + 5); //~ uninitialized-read
    printf("%s(%s)\n", command, argument);
    return 0;
}
