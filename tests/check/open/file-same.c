// Nobody knows what is in it.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    int first = fgetc(file);
    assert(first == EOF || first == 'x'); //~ assertion
    fclose(file);
    return 0;
}
