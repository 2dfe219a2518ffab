#include <stdio.h>
int main(void) {
    char bytes[8];
    int n = 0, c;
    FILE *file = fopen("data.txt", "r");
    if (file == NULL)
        return 1;
    while (n < 8 && (c = fgetc(file)) != EOF)
        bytes[n++] = (char)c;
    fclose(file);
    return 0;
}
