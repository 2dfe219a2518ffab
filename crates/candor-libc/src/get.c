/* Unformatted input. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <stdint.h>

int fgetc(FILE *stream)
{
    __model_may_cancel();
    return __model_get(stream);
}

int getc(FILE *stream)
{
    __model_may_cancel();
    return __model_get(stream);
}

int _IO_getc(FILE *stream)
{
    return __model_get(stream);
}

int getchar(void)
{
    __model_may_cancel();
    return __model_get(stdin);
}

int fgetc_unlocked(FILE *stream)
{
    return __model_get(stream);
}

int getc_unlocked(FILE *stream)
{
    __model_may_cancel();
    return __model_get(stream);
}

int getchar_unlocked(void)
{
    __model_may_cancel();
    return __model_get(stdin);
}

int ungetc(int c, FILE *stream)
{
    __model_may_cancel();
    if (c == EOF || stream->n_pushed_back == MAX_PUSHED_BACK)
        return EOF;
    stream->pushed_back[stream->n_pushed_back++] = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    __model_may_cancel();
    int n = 0;
    CHECK_ARGUMENT(size > 0, "the size of the buffer is not positive");
    if (size <= 0)
        return NULL;
    while (n < size - 1) {
        int c = __model_get(stream);
        if (c == EOF)
            break;
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    if (n == 0 && size > 1)
        return NULL;
    to[n] = 0;
    return to;
}

char *__fgets_chk(char *restrict to, size_t room, int size, FILE *restrict stream)
{
    __candor_check(size < 0 || (size_t)size <= room, "out-of-bounds", "the destination is too small");
    return fgets(to, size, stream);
}

char *gets(char *to)
{
    __model_may_cancel();
    size_t n = 0;
    int c = __model_get(stdin);
    if (c == EOF)
        return NULL;
    for (; c != EOF && c != '\n'; c = __model_get(stdin))
        to[n++] = (char)c;
    to[n] = 0;
    return to;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    __model_may_cancel();
    char *bytes = to;
    struct opening *opening = __model_stream_opening(stream);
    CHECK_ARGUMENT(size == 0 || count <= SIZE_MAX / size, "the product of size and count is too large");
    int is_plain = stream->n_pushed_back == 0 && !stream->at_end;
    if (opening != NULL && opening->file != NULL && opening->readable && is_plain && size != 0) {
        ssize_t n = __model_read_from(stream, opening, to, size * count);
        return n < 0 ? 0 : (size_t)n / size;
    }
    for (size_t i = 0; i < size * count; i++) {
        int c = __model_get(stream);
        if (c == EOF)
            return i / size;
        bytes[i] = (char)c;
    }
    return size == 0 ? 0 : count;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return fread(to, size, count, stream);
}

size_t __fread_chk(void *restrict to, size_t room, size_t size, size_t count, FILE *restrict stream)
{
    __candor_check(size == 0 || count <= room / size, "out-of-bounds", "the destination is too small");
    return fread(to, size, count, stream);
}
