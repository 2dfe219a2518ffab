/* The string functions that compilers call under _FORTIFY_SOURCE: `room` is what the compiler knows of the destination.
 */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

#define CHECK_ROOM(needed, room) __candor_check((needed) <= (room), "out-of-bounds", "the destination is too small")

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int c, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return memset(to, c, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return mempcpy(to, from, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    memset(to, 0, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    size_t size = strlen(from) + 1;
    CHECK_ROOM(size, room);
    return memcpy(to, from, size);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    size_t n = strlen(from);
    CHECK_ROOM(n + 1, room);
    memcpy(to, from, n + 1);
    return to + n;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    CHECK_ROOM(n, room);
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    size_t n = strlen(to);
    size_t size = strlen(from) + 1;
    CHECK_ROOM(n + size, room);
    memcpy(to + n, from, size);
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room)
{
    CHECK_ROOM(strlen(to) + strnlen(from, n) + 1, room);
    return strncat(to, from, n);
}

size_t __strlcpy_chk(char *to, const char *from, size_t size, size_t room)
{
    CHECK_ROOM(size, room);
    return strlcpy(to, from, size);
}

size_t __strlcat_chk(char *to, const char *from, size_t size, size_t room)
{
    CHECK_ROOM(size, room);
    return strlcat(to, from, size);
}
