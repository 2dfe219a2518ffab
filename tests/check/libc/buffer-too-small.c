// setbuf takes BUFSIZ bytes.
#include <stdio.h>
static char buffer[16];
int main(void) {
    FILE *file = fopen("a", "w");
    if (file == NULL)
        return 0;
    setbuf(file, buffer);
    fputs("abc", file); //~ out-of-bounds
    fclose(file);
    return 0;
}
