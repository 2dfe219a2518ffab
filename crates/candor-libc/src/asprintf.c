/* asprintf: measures with one run of the engine, then writes with a second one.
 *
 * Where it fails, C libraries differ: the pointer is null or what it was before. */
#define _GNU_SOURCE
#include "candor.h"
#include "format.h"
#include <stdlib.h>

static int fail(char **to)
{
    if (__candor_outside(1))
        *to = NULL;
    return -1;
}

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
    struct sink counter = {.stream = NULL};
    int length = __model_format(&counter, format, arguments);
    if (length < 0)
        return fail(to);
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        return fail(to);
    struct sink sink = {.buffer = text, .room = (size_t)length};
    __model_format(&sink, format, arguments);
    text[length] = 0;
    *to = text;
    return length;
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vasprintf(to, format, arguments);
    va_end(arguments);
    return result;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments)
{
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int result = vasprintf(to, format, arguments);
    va_end(arguments);
    return result;
}
