// The stream writes into the buffer that it was given.
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
    free(buffer);
    fputc('x', file); //~ use-after-free
    fclose(file);
    return 0;
}
