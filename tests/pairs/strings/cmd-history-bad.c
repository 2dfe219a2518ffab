// The last commands, the oldest of which is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SIZE 8
int main(void) {
    char *history[SIZE];
    char line[64];
    int n = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (n > SIZE) {
            free(history[0]);
            memmove(history, history + 1, (SIZE - 1) * sizeof *history);
            n--;
        }
        char *copy = malloc(strlen(line) + 1);
        if (!copy) break;
        strcpy(copy, line);
        history[n++] = copy; //~ array-index
    }
    while (n > 0) free(history[--n]);
    return 0;
}
