/* Multibyte characters of the C locale: one byte each, and only ASCII has a wide character. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

static int reject(void)
{
    errno = EILSEQ;
    return -1;
}

int mbtowc(wchar_t *restrict wide, const char *restrict s, size_t n)
{
    if (s == NULL)
        return 0;
    if (n == 0)
        return -1;
    unsigned char byte = (unsigned char)*s;
    if (byte > 127)
        return reject();
    if (wide != NULL)
        *wide = byte;
    return byte != 0;
}

int mblen(const char *s, size_t n)
{
    return mbtowc(NULL, s, n);
}

int wctomb(char *s, wchar_t wide)
{
    if (s == NULL)
        return 0;
    if (wide < 0 || wide > 127)
        return reject();
    *s = (char)wide;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n)
{
    size_t i = 0;
    for (; to == NULL || i < n; i++) {
        unsigned char byte = (unsigned char)from[i];
        if (byte > 127)
            return (size_t)reject();
        if (to != NULL)
            to[i] = byte;
        if (byte == 0)
            return i;
    }
    return i;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n)
{
    size_t i = 0;
    for (; to == NULL || i < n; i++) {
        if (from[i] < 0 || from[i] > 127)
            return (size_t)reject();
        if (to != NULL)
            to[i] = (char)from[i];
        if (from[i] == 0)
            return i;
    }
    return i;
}

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t n_from, size_t n, mbstate_t *restrict state)
{
    const char *s = *from;
    size_t i = 0;
    (void)state;
    for (; i < n_from && (to == NULL || i < n); i++) {
        unsigned char byte = (unsigned char)s[i];
        if (byte > 127) {
            if (to != NULL)
                *from = s + i;
            return (size_t)reject();
        }
        if (to != NULL)
            to[i] = byte;
        if (byte == 0) {
            if (to != NULL)
                *from = NULL;
            return i;
        }
    }
    if (to != NULL)
        *from = s + i;
    return i;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state)
{
    return mbsnrtowcs(to, from, SIZE_MAX, n, state);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t n_from, size_t n, mbstate_t *restrict state)
{
    const wchar_t *s = *from;
    size_t i = 0;
    (void)state;
    for (; i < n_from && (to == NULL || i < n); i++) {
        if (s[i] < 0 || s[i] > 127) {
            if (to != NULL)
                *from = s + i;
            return (size_t)reject();
        }
        if (to != NULL)
            to[i] = (char)s[i];
        if (s[i] == 0) {
            if (to != NULL)
                *from = NULL;
            return i;
        }
    }
    if (to != NULL)
        *from = s + i;
    return i;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state)
{
    return wcsnrtombs(to, from, SIZE_MAX, n, state);
}

size_t mbrtowc(wchar_t *restrict wide, const char *restrict s, size_t n, mbstate_t *restrict state)
{
    (void)state;
    if (s == NULL)
        return 0;
    return n == 0 ? (size_t)-2 : (size_t)mbtowc(wide, s, n);
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state)
{
    return mbrtowc(NULL, s, n, state);
}

size_t wcrtomb(char *restrict s, wchar_t wide, mbstate_t *restrict state)
{
    (void)state;
    return s == NULL ? 1 : (size_t)wctomb(s, wide);
}

int mbsinit(const mbstate_t *state)
{
    (void)state;
    return 1;
}

wint_t btowc(int c)
{
    return c >= 0 && c <= 127 ? (wint_t)c : WEOF;
}

int wctob(wint_t wide)
{
    return wide <= 127 ? (int)wide : -1;
}

/* Columns on a terminal: one for what is printed, -1 for control characters. */
int wcwidth(wchar_t wide)
{
    if (wide == 0)
        return 0;
    return wide >= 32 && wide < 127 ? 1 : -1;
}

int wcswidth(const wchar_t *s, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n && s[i] != 0; i++) {
        if (wcwidth(s[i]) < 0)
            return -1;
        width++;
    }
    return width;
}
