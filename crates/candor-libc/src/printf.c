/* printf and its family. */
#define _GNU_SOURCE
#include "candor.h"
#include "format.h"
#include "stream.h"
#include <stdint.h>

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    __model_may_cancel();
    struct sink sink = {.stream = stream};
    return __model_format(&sink, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments)
{
    struct sink sink = {.buffer = to, .room = size == 0 ? 0 : size - 1};
    int result = __model_format(&sink, format, arguments);
    if (size != 0)
        to[sink.n_written < sink.room ? sink.n_written : sink.room] = 0;
    return result;
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, SIZE_MAX, format, arguments);
}

int vdprintf(int fd, const char *restrict format, va_list arguments)
{
    FILE stream = {.fd = fd};
    if (__model_opening_of(fd) == NULL)
        return -1;
    return vfprintf(&stream, format, arguments);
}

int printf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfprintf(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfprintf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsprintf(to, format, arguments);
    va_end(arguments);
    return result;
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return result;
}

int dprintf(int fd, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vdprintf(fd, format, arguments);
    va_end(arguments);
    return result;
}
