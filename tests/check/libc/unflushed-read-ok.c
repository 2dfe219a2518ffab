// It is in the file.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *out = fopen("a", "w"), *in = fopen("a", "r");
    if (out == NULL || in == NULL)
        return 0;
    fputs("x", out);
    fflush(out);
    assert(fgetc(in) == 'x');
    fclose(in);
    setvbuf(out, NULL, _IONBF, 0);
    fputs("y", out);
    in = fopen("a", "r");
    if (in == NULL)
        return 0;
    assert(fgetc(in) == 'x' && fgetc(in) == 'y');
    return 0;
}
