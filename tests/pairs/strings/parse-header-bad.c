// The value of "Name: value", without the spaces before it.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[256];
    if (!fgets(line, sizeof line, stdin)) return 1;
    char *value = strchr(line, ':');
    *value++ = '\0'; //~ null-dereference
    while (*value == ' ' || *value == '\t') value++;
    printf("[%s] [%s]", line, value);
    return 0;
}
