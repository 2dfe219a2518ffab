/* basename (both of them) and dirname. */
#include "candor.h"
#include <libgen.h>
#include <string.h>

#undef basename
char *basename(const char *path);

/* GNU's: the part behind the last slash, which is empty when the path ends in one. */
char *basename(const char *path)
{
    const char *slash = strrchr(path, '/');
    return (char *)(slash == NULL ? path : slash + 1);
}

static char current[] = ".";

/* The length of the path without slashes at its end, but of "/" at least its first. */
static size_t trimmed_length(const char *path, size_t n)
{
    while (n > 1 && path[n - 1] == '/')
        n--;
    return n;
}

/* POSIX's: cuts slashes at the end off, in place. */
char *__xpg_basename(char *path)
{
    if (path == NULL || *path == 0)
        return current;
    size_t n = trimmed_length(path, strlen(path));
    path[n] = 0;
    size_t begin = n;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    return begin == n ? path : path + begin;
}

char *dirname(char *path)
{
    if (path == NULL || *path == 0)
        return current;
    size_t n = trimmed_length(path, strlen(path));
    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n == 0)
        return current;
    path[trimmed_length(path, n)] = 0;
    return path;
}
