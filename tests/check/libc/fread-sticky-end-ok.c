// Now it is looked for again.
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *out = tmpfile();
    if (out == NULL)
        return 0;
    char bytes[4];
    assert(fread(bytes, 1, sizeof bytes, out) == 0 && feof(out));
    int number = fileno(out);
    FILE *more = fdopen(number, "w");
    if (more == NULL)
        return 0;
    fputs("ab", more);
    fflush(more);
    fseek(more, 0, SEEK_SET);
    clearerr(out);
    assert(fread(bytes, 1, sizeof bytes, out) == 2 && bytes[1] == 'b');
    return 0;
}
