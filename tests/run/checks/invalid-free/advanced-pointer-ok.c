//@ run-native
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(10);
    strcpy(line, "   word");
    char *word = line;
    while (*word == ' ')
        word++;
    int ok = strcmp(word, "word") == 0;
    free(line);
    return !ok;
}
