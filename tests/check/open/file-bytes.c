// A file may be longer than any buffer.
#include <stdio.h>
int main(void) {
    char bytes[8];
    int n = 0, c;
    FILE *file = fopen("data.txt", "r");
    if (file == NULL)
        return 1;
    while ((c = fgetc(file)) != EOF)
        bytes[n++] = (char)c; //~ array-index
    fclose(file);
    return 0;
}
