// Reads all of the standard input into a block that grows.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    size_t used = 0, size = 16;
    char *text = malloc(size);
    if (!text) return 1;
    for (int c = getchar(); c != EOF; c = getchar()) {
        if (used == size) {
            size *= 2;
            char *larger = realloc(text, size);
            if (!larger) {
                free(text);
                return 1;
            }
            text = larger;
        }
        text[used++] = (char)c;
    }
    text[used] = '\0'; //~ out-of-bounds
    int status = text[0] == '#';
    free(text);
    return status;
}
