#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(10);
    strcpy(line, "   word");
    while (*line == ' ')
        line++;
    int ok = strcmp(line, "word") == 0;
    free(line); //~ invalid-free
    return !ok;
}
