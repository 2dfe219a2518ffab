/* fnmatch: patterns of the shell. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include "candor.h"
#include <ctype.h>
#include <string.h>
#include <wctype.h>

static int fold(char c, int flags)
{
    int value = (unsigned char)c;
    return (flags & FNM_CASEFOLD) != 0 ? tolower(value) : value;
}

/* Whether a dot at `s` has to be written out in the pattern. */
static int is_leading_period(const char *whole, const char *s, int flags)
{
    if ((flags & FNM_PERIOD) == 0 || *s != '.')
        return 0;
    return s == whole || ((flags & FNM_PATHNAME) != 0 && s[-1] == '/');
}

/* Where a class such as [:digit:] ends, behind its last bracket; NULL when there is none at `p`. */
static const char *class_end(const char *p)
{
    if (p[0] != '[' || p[1] != ':')
        return NULL;
    const char *end = strstr(p + 2, ":]");
    return end == NULL ? NULL : end + 2;
}

static int in_class(const char *p, const char *end, int c)
{
    char name[16];
    size_t n = (size_t)(end - p) - 4;
    if (n >= sizeof name)
        return 0;
    memcpy(name, p + 2, n);
    name[n] = 0;
    return iswctype((wint_t)c, wctype(name)) != 0;
}

/* One member of a bracket expression; `*p` moves behind it. */
static int matches_member(const char **p, int c, int flags)
{
    const char *end = class_end(*p);
    if (end != NULL) {
        const char *begin = *p;
        *p = end;
        return in_class(begin, end, c);
    }
    if (**p == '\\' && (flags & FNM_NOESCAPE) == 0 && (*p)[1] != 0)
        ++*p;
    int low = fold(*(*p)++, flags);
    int high = low;
    if ((*p)[0] == '-' && (*p)[1] != ']' && (*p)[1] != 0) {
        ++*p;
        if (**p == '\\' && (flags & FNM_NOESCAPE) == 0 && (*p)[1] != 0)
            ++*p;
        high = fold(*(*p)++, flags);
    }
    return c >= low && c <= high;
}

/* A bracket expression behind its `[`: whether it has the character; `*end` is behind it, or NULL when it never ends
 * and the bracket stands for itself. */
static int matches_bracket(const char *p, char character, int flags, const char **end)
{
    int c = fold(character, flags);
    int inverted = *p == '!' || *p == '^';
    int found = 0;
    p += inverted;
    for (int first = 1; *p != 0 && (first || *p != ']'); first = 0)
        found |= matches_member(&p, c, flags);
    *end = *p == ']' ? p + 1 : NULL;
    return found != inverted;
}

static int matches(const char *pattern, const char *s, const char *whole, int flags);

static int matches_star(const char *pattern, const char *s, const char *whole, int flags)
{
    if (is_leading_period(whole, s, flags))
        return 0;
    while (*pattern == '*')
        pattern++;
    for (;; s++) {
        if (matches(pattern, s, whole, flags))
            return 1;
        if (*s == 0 || (*s == '/' && (flags & FNM_PATHNAME) != 0))
            return 0;
    }
}

/* Whether one character can match anything but itself. */
static int is_open_to_wildcards(const char *s, const char *whole, int flags)
{
    if (*s == 0 || (*s == '/' && (flags & FNM_PATHNAME) != 0))
        return 0;
    return !is_leading_period(whole, s, flags);
}

static int matches(const char *pattern, const char *s, const char *whole, int flags)
{
    for (; *pattern != 0; s++) {
        const char *end = NULL;
        char wanted = *pattern++;
        if (wanted == '*')
            return matches_star(pattern, s, whole, flags);
        if (wanted == '?') {
            if (!is_open_to_wildcards(s, whole, flags))
                return 0;
            continue;
        }
        if (wanted == '[') {
            int found = matches_bracket(pattern, *s, flags, &end);
            if (end != NULL && !(found && is_open_to_wildcards(s, whole, flags)))
                return 0;
            if (end != NULL) {
                pattern = end;
                continue;
            }
        }
        if (wanted == '\\' && (flags & FNM_NOESCAPE) == 0 && *pattern != 0)
            wanted = *pattern++;
        if (*s == 0 || fold(wanted, flags) != fold(*s, flags))
            return 0;
    }
    return *s == 0 || ((flags & FNM_LEADING_DIR) != 0 && *s == '/');
}

int fnmatch(const char *pattern, const char *s, int flags)
{
    return matches(pattern, s, s, flags) ? 0 : FNM_NOMATCH;
}
