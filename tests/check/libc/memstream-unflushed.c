// Where the text is comes to be known when the stream is flushed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *text = NULL;
    size_t size = 7;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return 0;
    fputs("abc", stream);
    int first = text[0]; //~ null-dereference
    fclose(stream);
    free(text);
    return first != 'a';
}
