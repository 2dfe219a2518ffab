/* Cutting a string at separators. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    if (s == NULL)
        s = *rest;
    CHECK_ARGUMENT(s != NULL, "strtok has no string to continue with");
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, separators);
    if (*end != 0)
        *end++ = 0;
    *rest = end;
    return s;
}

char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    return strtok_r(s, separators, rest);
}

char *strtok(char *restrict s, const char *restrict separators)
{
    static char *rest;
    return strtok_r(s, separators, &rest);
}

char *strsep(char **restrict rest, const char *restrict separators)
{
    char *s = *rest;
    if (s == NULL)
        return NULL;
    char *end = s + strcspn(s, separators);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return s;
}

char *__strsep(char **restrict rest, const char *restrict separators)
{
    return strsep(rest, separators);
}
