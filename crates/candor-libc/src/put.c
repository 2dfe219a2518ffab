/* Unformatted output. */
#define _GNU_SOURCE
#include "candor.h"
#include "stream.h"
#include <stdint.h>

int fputc(int c, FILE *stream)
{
    __model_may_cancel();
    return __model_put(c, stream);
}

int putc(int c, FILE *stream)
{
    __model_may_cancel();
    return __model_put(c, stream);
}

int _IO_putc(int c, FILE *stream)
{
    return __model_put(c, stream);
}

int putchar(int c)
{
    __model_may_cancel();
    return __model_put(c, stdout);
}

int fputc_unlocked(int c, FILE *stream)
{
    return __model_put(c, stream);
}

int putc_unlocked(int c, FILE *stream)
{
    __model_may_cancel();
    return __model_put(c, stream);
}

int putchar_unlocked(int c)
{
    __model_may_cancel();
    return __model_put(c, stdout);
}

int fputs(const char *restrict s, FILE *restrict stream)
{
    __model_may_cancel();
    for (; *s != 0; s++) {
        if (__model_put(*s, stream) == EOF)
            return EOF;
    }
    return 1;
}

int fputs_unlocked(const char *restrict s, FILE *restrict stream)
{
    return fputs(s, stream);
}

/* The result is the number of characters written, as in glibc; C only says that it is not negative. */
int puts(const char *s)
{
    __model_may_cancel();
    int n = 1;
    for (; *s != 0; s++, n++) {
        if (__model_put(*s, stdout) == EOF)
            return EOF;
    }
    return __model_put('\n', stdout) == EOF ? EOF : n;
}

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream)
{
    __model_may_cancel();
    const char *bytes = from;
    struct opening *opening = __model_stream_opening(stream);
    CHECK_ARGUMENT(size == 0 || count <= SIZE_MAX / size, "the product of size and count is too large");
    if (opening != NULL && opening->file != NULL && size * count != 0) {
        ssize_t n = __model_write_to(stream, opening, from, size * count);
        return n < 0 ? 0 : (size_t)n / size;
    }
    for (size_t i = 0; i < size * count; i++) {
        if (__model_put(bytes[i], stream) == EOF)
            return i / size;
    }
    return size == 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, FILE *restrict stream)
{
    return fwrite(from, size, count, stream);
}
