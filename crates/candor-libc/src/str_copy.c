/* Copying and appending strings.
 *
 * Lengths are found first, by plain loops that read as far as C reads; then one native call moves the bytes. It knows
 * whether the ranges overlap and whether the destination is large enough. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

static void copy(char *to, const char *from, size_t n)
{
    if (n == 0)
        return;
    CHECK_DISTINCT(to, from);
    memcpy(to, from, n);
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t n = strlen(from);
    copy(to, from, n + 1);
    return to + n;
}

char *__stpcpy(char *restrict to, const char *restrict from)
{
    return stpcpy(to, from);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    copy(to, from, strlen(from) + 1);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t n_copied = strnlen(from, n);
    copy(to, from, n_copied);
    if (n_copied != n)
        memset(to + n_copied, 0, n - n_copied);
    return to + n_copied;
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    return stpncpy(to, from, n);
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    size_t n = strlen(to);
    copy(to + n, from, strlen(from) + 1);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *out = to + strlen(to);
    size_t n_copied = strnlen(from, n);
    copy(out, from, n_copied);
    out[n_copied] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t n = strlen(from);
    if (size == 0)
        return n;
    size_t n_copied = n < size ? n : size - 1;
    copy(to, from, n_copied);
    to[n_copied] = 0;
    return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t n = strnlen(to, size);
    return n + strlcpy(to + n, from, size - n);
}
