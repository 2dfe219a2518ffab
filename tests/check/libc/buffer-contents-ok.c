// The stream has no buffer.
#include <assert.h>
#include <stdio.h>
int main(void) {
    static char buffer[4];
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    setvbuf(file, NULL, _IOFBF, sizeof buffer);
    fputc('x', file);
    assert(buffer[1] == 0);
    fclose(file);
    return 0;
}
