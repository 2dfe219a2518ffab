/* getline, getdelim: input into a buffer that grows. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <stdlib.h>

enum { FIRST_SIZE = 120 };

static int grow(char **line, size_t *size)
{
    size_t larger = *size < FIRST_SIZE / 2 ? FIRST_SIZE : 2 * *size;
    char *fresh = realloc(*line, larger);
    if (fresh == NULL)
        return 0;
    *line = fresh;
    *size = larger;
    return 1;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream)
{
    __model_may_cancel();
    size_t n = 0;
    int c = EOF;
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*line == NULL)
        *size = 0;
    do {
        if (n + 1 >= *size && !grow(line, size))
            return -1;
        c = __model_get(stream);
        if (c != EOF)
            (*line)[n++] = (char)c;
    } while (c != EOF && c != delimiter);
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (ssize_t)n;
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream)
{
    return getdelim(line, size, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream)
{
    return getdelim(line, size, '\n', stream);
}
