/* mem*: search and comparison of bytes. memcpy, memmove and memset are natives. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    for (size_t i = 0; i < n; i++) {
        if (left[i] != right[i])
            return left[i] - right[i];
    }
    return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *bytes = s;
    unsigned char wanted = (unsigned char)c;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == wanted)
            return (void *)(bytes + i);
    }
    return NULL;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *bytes = s;
    unsigned char wanted = (unsigned char)c;
    while (*bytes != wanted)
        bytes++;
    return (void *)bytes;
}

void *__rawmemchr(const void *s, int c)
{
    return rawmemchr(s, c);
}

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *bytes = s;
    unsigned char wanted = (unsigned char)c;
    for (size_t i = n; i > 0; i--) {
        if (bytes[i - 1] == wanted)
            return (void *)(bytes + i - 1);
    }
    return NULL;
}

void *memmem(const void *s, size_t n, const void *part, size_t n_part)
{
    const unsigned char *bytes = s;
    for (size_t start = 0; n_part <= n && start <= n - n_part; start++) {
        if (memcmp(bytes + start, part, n_part) == 0)
            return (void *)(bytes + start);
    }
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
    const char *last = memchr(from, c, n);
    size_t n_copied = last == NULL ? n : (size_t)(last - (const char *)from) + 1;
    if (n_copied != 0)
        memcpy(to, from, n_copied);
    return last == NULL ? NULL : (char *)to + n_copied;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return mempcpy(to, from, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
    memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
    memset(to, 0, n);
}
