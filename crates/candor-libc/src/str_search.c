/* Searching in strings. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

char *strchrnul(const char *s, int c)
{
    char wanted = (char)c;
    while (*s != 0 && *s != wanted)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c)
{
    char *found = strchrnul(s, c);
    return *found == (char)c ? found : NULL;
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *strrchr(const char *s, int c)
{
    char wanted = (char)c;
    const char *found = NULL;
    for (; *s != 0; s++) {
        if (*s == wanted)
            found = s;
    }
    return (char *)(wanted == 0 ? s : found);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

static int starts_with(const char *s, const char *part)
{
    for (; *part != 0; s++, part++) {
        if (*s != *part)
            return 0;
    }
    return 1;
}

char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        if (starts_with(s, part))
            return (char *)s;
        if (*s == 0)
            return NULL;
    }
}

char *strcasestr(const char *s, const char *part)
{
    size_t n = strlen(part);
    for (;; s++) {
        if (strncasecmp(s, part, n) == 0)
            return (char *)s;
        if (*s == 0)
            return NULL;
    }
}

/* Whether `c`, which is not 0, occurs in `set`. */
static int is_member(char c, const char *set)
{
    return *strchrnul(set, c) != 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] != 0 && is_member(s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] != 0 && !is_member(s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s != 0 ? (char *)s : NULL;
}
