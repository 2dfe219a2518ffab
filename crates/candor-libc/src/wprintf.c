/* wprintf and its family: printf's engine runs on a narrow copy of the format. */
#define _GNU_SOURCE
#include "candor.h"
#include "format.h"
#include <errno.h>
#include <stdlib.h>

/* A copy of the same length. Characters outside ASCII can only be literals, which the engine takes from the original.
 */
static char *narrow(const wchar_t *format)
{
    size_t n = wcslen(format);
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i <= n; i++)
        copy[i] = format[i] >= 0 && format[i] <= 127 ? (char)format[i] : '?';
    return copy;
}

static int format_wide(struct sink *sink, const wchar_t *format, va_list arguments)
{
    char *copy = narrow(format);
    if (copy == NULL)
        return -1;
    sink->wide_format = format;
    int result = __model_format(sink, copy, arguments);
    free(copy);
    return result;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    __model_may_cancel();
    struct sink sink = {.stream = stream};
    return format_wide(&sink, format, arguments);
}

int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

/* Unlike vsnprintf, text that does not fit is an error. */
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list arguments)
{
    if (size == 0)
        return -1;
    struct sink sink = {.wide = to, .room = size - 1};
    int result = format_wide(&sink, format, arguments);
    to[sink.n_written < sink.room ? sink.n_written : sink.room] = 0;
    if (sink.n_written <= sink.room)
        return result;
    errno = E2BIG;
    return -1;
}

int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfwprintf(stdout, format, arguments);
    va_end(arguments);
    return result;
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vfwprintf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = vswprintf(to, size, format, arguments);
    va_end(arguments);
    return result;
}
