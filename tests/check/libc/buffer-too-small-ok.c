// It has them, or none are needed.
#include <stdio.h>
static char buffer[BUFSIZ], unused[16];
int main(void) {
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    setbuf(file, buffer);
    fputs("abc", file);
    fclose(file);
    file = fopen("b", "w");
    if (file == NULL)
        return 0;
    setvbuf(file, unused, _IONBF, sizeof unused);
    fputs("abc", file);
    fclose(file);
    return 0;
}
