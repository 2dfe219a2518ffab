// Other files may be used meanwhile, and this one by descriptors of their own.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    FILE *out = fopen("a", "w");
    if (out == NULL)
        return 0;
    fputs("ab", out);
    fclose(out);
    FILE *in = fopen("a", "r"), *copy = fopen("b", "w");
    if (in == NULL || copy == NULL)
        return 0;
    int c, fd = open("a", O_RDONLY);
    char byte = 0;
    if (fd < 0)
        return 0;
    for (int i = 0; (c = fgetc(in)) != EOF; i++) {
        fputc(c, copy);
        assert(read(fd, &byte, 1) == 1 && byte == c);
    }
    assert(fclose(copy) == 0 && feof(in));
    return 0;
}
