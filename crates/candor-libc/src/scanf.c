/* scanf and its family, also under the names that glibc's headers redirect to. */
#define _GNU_SOURCE
#include "candor.h"
#include "scan.h"
#include "stream.h"

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    __model_may_cancel();
    struct source source = {stream, NULL, 0, 0, 0};
    return __model_scan(&source, format, arguments);
}

int vsscanf(const char *restrict from, const char *restrict format, va_list arguments)
{
    struct source source = {NULL, from, 0, 0, 0};
    return __model_scan(&source, format, arguments);
}

int vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}

int fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int sscanf(const char *restrict from, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(from, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vfscanf(stream, format, arguments);
}

int __isoc99_vsscanf(const char *restrict from, const char *restrict format, va_list arguments)
{
    return vsscanf(from, format, arguments);
}

int __isoc99_vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int __isoc99_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc99_sscanf(const char *restrict from, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(from, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vfscanf(stream, format, arguments);
}

int __isoc23_vsscanf(const char *restrict from, const char *restrict format, va_list arguments)
{
    return vsscanf(from, format, arguments);
}

int __isoc23_vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int __isoc23_scanf(const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stdin, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int __isoc23_sscanf(const char *restrict from, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(from, format, arguments);
    va_end(arguments);
    return result;
}
