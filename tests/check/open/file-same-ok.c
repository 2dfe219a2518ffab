// It holds the same when it is read again.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    int first = fgetc(file);
    rewind(file);
    assert(fgetc(file) == first);
    fclose(file);
    return 0;
}
