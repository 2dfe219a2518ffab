/* strdup, strndup. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdlib.h>
#include <string.h>

char *strndup(const char *s, size_t limit)
{
    size_t n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return NULL;
    return memcpy(copy, s, size);
}

char *__strdup(const char *s)
{
    return strdup(s);
}

char *__strndup(const char *s, size_t limit)
{
    return strndup(s, limit);
}
