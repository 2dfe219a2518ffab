// Closed first.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *buffer = malloc(32);
    FILE *file = fopen("a", "w");
    if (file == NULL) {
        free(buffer);
        return 0;
    }
    setvbuf(file, buffer, _IOFBF, 32);
    fputc('x', file);
    fclose(file);
    free(buffer);
    return 0;
}
