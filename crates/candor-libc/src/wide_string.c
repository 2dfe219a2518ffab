/* Strings and arrays of wide characters. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    size_t n = wcslen(from);
    CHECK_DISTINCT(to, from);
    wmemcpy(to, from, n + 1);
    return to + n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    size_t n_copied = wcsnlen(from, n);
    if (n_copied != 0)
        wmemcpy(to, from, n_copied);
    wmemset(to + n_copied, 0, n - n_copied);
    return to + n_copied;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    wcpncpy(to, from, n);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    wchar_t *out = to + wcslen(to);
    size_t n_copied = wcsnlen(from, n);
    if (n_copied != 0)
        wmemcpy(out, from, n_copied);
    out[n_copied] = 0;
    return to;
}

size_t wcslcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t n = wcslen(from);
    if (size == 0)
        return n;
    size_t n_copied = n < size ? n : size - 1;
    if (n_copied != 0)
        wmemcpy(to, from, n_copied);
    to[n_copied] = 0;
    return n;
}

size_t wcslcat(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t n = wcsnlen(to, size);
    return n + wcslcpy(to + n, from, size - n);
}

wchar_t *wcsdup(const wchar_t *s)
{
    size_t n = wcslen(s) + 1;
    wchar_t *copy = malloc(n * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, s, n);
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcscmp(a, b);
}

/* The C locale orders by value, so a string is its own key. */
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    size_t length = wcslen(from);
    if (length < n)
        wmemcpy(to, from, length + 1);
    return length;
}

static wchar_t lower(wchar_t c)
{
    return c >= L'A' && c <= L'Z' ? c - L'A' + L'a' : c;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wchar_t left = lower(a[i]);
        wchar_t right = lower(b[i]);
        if (left != right)
            return (int)((wint_t)left - (wint_t)right);
        if (left == 0)
            return 0;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncasecmp(a, b, SIZE_MAX);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] > b[i] ? 1 : -1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (; *s != c; s++) {
        if (*s == 0)
            return NULL;
    }
    return (wchar_t *)s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
    while (*s != 0 && *s != c)
        s++;
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *found = NULL;
    for (; *s != 0; s++) {
        if (*s == c)
            found = s;
    }
    return (wchar_t *)(c == 0 ? s : found);
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept)
{
    size_t n = 0;
    while (s[n] != 0 && wcschr(accept, s[n]) != NULL)
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject)
{
    size_t n = 0;
    while (s[n] != 0 && wcschr(reject, s[n]) == NULL)
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept)
{
    s += wcscspn(s, accept);
    return *s != 0 ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)
{
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return NULL;
    }
}

/* The name of before C95. */
wchar_t *wcswcs(const wchar_t *s, const wchar_t *part)
{
    return wcsstr(s, part);
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    if (s == NULL)
        s = *rest;
    if (s == NULL)
        return NULL;
    s += wcsspn(s, separators);
    if (*s == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = wcspbrk(s, separators);
    *rest = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = 0;
    return s;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    return wmemcpy(to, from, n) + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] > b[i] ? 1 : -1;
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] == c)
            return (wchar_t *)(s + i);
    }
    return NULL;
}
