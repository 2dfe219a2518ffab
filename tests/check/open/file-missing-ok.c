#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "r");
    if (file == NULL)
        return 2;
    int is_x = fgetc(file) == 'x';
    fclose(file);
    return is_x;
}
