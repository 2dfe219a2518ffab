// The stream may have read more than one byte.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    FILE *file = tmpfile();
    if (file == NULL)
        return 0;
    fputs("ab", file);
    rewind(file);
    assert(fgetc(file) == 'a');
    char byte = 0;
    assert(read(fileno(file), &byte, 1) == 1); //~ assertion
    return 0;
}
