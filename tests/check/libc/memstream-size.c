// The same for its size.
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
    assert(size == 3); //~ assertion
    fclose(stream);
    free(text);
    return 0;
}
