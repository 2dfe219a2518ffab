/* Copying and appending strings. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

char *stpcpy(char *restrict to, const char *restrict from)
{
    CHECK_DISTINCT(to, from);
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

char *__stpcpy(char *restrict to, const char *restrict from)
{
    return stpcpy(to, from);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t i = 0;
    __candor_check((to != from) | (n == 0), "overlapping-copy", "source and destination overlap");
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (size_t pad = i; pad < n; pad++)
        to[pad] = 0;
    return to + i;
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
    CHECK_DISTINCT(to, from);
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *out = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        out[i] = from[i];
    out[i] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t i = 0;
    for (; from[i] != 0; i++) {
        if (i + 1 < size)
            to[i] = from[i];
    }
    if (size != 0)
        to[i < size ? i : size - 1] = 0;
    return i;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t n = strnlen(to, size);
    return n + strlcpy(to + n, from, size - n);
}
