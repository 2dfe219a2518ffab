/* Comparing strings, with and without case; the collation of the C locale is the order of bytes. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

static int folded(char c)
{
    int byte = (unsigned char)c;
    return byte + ((byte >= 'A') & (byte <= 'Z')) * ('a' - 'A');
}

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != 0 && folded(a[i]) == folded(b[i]))
        i++;
    return folded(a[i]) - folded(b[i]);
}

int __strcasecmp(const char *a, const char *b)
{
    return strcasecmp(a, b);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int difference = folded(a[i]) - folded(b[i]);
        if (difference != 0)
            return difference;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strlen(from);
    for (size_t i = 0; i < n && i <= length; i++)
        to[i] = from[i];
    return length;
}
