// Flushed, closed, or all streams flushed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text = NULL;
    size_t size = 7;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return 0;
    fputs("abc", stream);
    assert(size == 7);
    fflush(stream);
    assert(size == 3 && text[0] == 'a' && text[3] == 0);
    fputs("de", stream);
    fflush(NULL);
    assert(size == 5 && text[4] == 'e' && text[5] == 0);
    fputc('f', stream);
    fclose(stream);
    assert(size == 6 && text[5] == 'f' && text[6] == 0);
    free(text);
    return 0;
}
