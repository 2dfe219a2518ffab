// What is in the buffer is the stream's.
#include <assert.h>
#include <stdio.h>
int main(void) {
    static char buffer[4];
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    fputc('x', file);
    assert(buffer[1] == 0); //~ assertion
    fclose(file);
    return 0;
}
