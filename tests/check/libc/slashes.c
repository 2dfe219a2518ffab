// It is the same file: the second opening empties it.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("d/a", "w");
    if (file == NULL)
        return 0;
    fputs("x", file);
    fclose(file);
    file = fopen("d/.//a", "w");
    if (file == NULL)
        return 0;
    fclose(file);
    file = fopen("./d/a", "r");
    assert(file == NULL || fgetc(file) == 'x'); //~ assertion
    return 0;
}
