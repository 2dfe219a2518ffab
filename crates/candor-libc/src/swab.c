/* swab: copies bytes, each pair the other way round. */
#define _GNU_SOURCE
#include "candor.h"
#include <unistd.h>

void swab(const void *restrict from, void *restrict to, ssize_t n)
{
    const char *source = from;
    char *target = to;
    CHECK_DISTINCT(to, from);
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = source[i];
        target[i] = source[i + 1];
        target[i + 1] = first;
    }
}
