/* printf as compilers call it under _FORTIFY_SOURCE: `room` is what the compiler knows of the destination. */
#define _GNU_SOURCE
#include "candor.h"
#include "format.h"

#define CHECK_ROOM(ok) __candor_check((ok), "out-of-bounds", "the destination is too small")

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vfprintf(stdout, format, arguments);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vdprintf(fd, format, arguments);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    CHECK_ROOM(size <= room);
    return vsnprintf(to, size, format, arguments);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    int result = vsnprintf(to, room, format, arguments);
    CHECK_ROOM(result < 0 || (size_t)result < room);
    return result;
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __vprintf_chk(flag, format, arguments);
    va_end(arguments);
    return result;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __vfprintf_chk(stream, flag, format, arguments);
    va_end(arguments);
    return result;
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __vdprintf_chk(fd, flag, format, arguments);
    va_end(arguments);
    return result;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __vsprintf_chk(to, flag, room, format, arguments);
    va_end(arguments);
    return result;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = __vsnprintf_chk(to, size, flag, room, format, arguments);
    va_end(arguments);
    return result;
}
