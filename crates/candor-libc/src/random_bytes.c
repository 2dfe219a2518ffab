/* Random bytes from the system: any. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

enum { MAX_ENTROPY = 256 };

void arc4random_buf(void *to, size_t n)
{
    unsigned char *bytes = to;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)__candor_outside(8);
}

/* It may give less than was asked for, or be interrupted, if that is much. */
ssize_t getrandom(void *to, size_t n, unsigned int flags)
{
    (void)flags;
    if (n > MAX_ENTROPY) {
        if (__candor_outside(1))
            __candor_unsupported("getrandom of more than 256 bytes that gives only a part");
    }
    arc4random_buf(to, n);
    return (ssize_t)n;
}

int getentropy(void *to, size_t n)
{
    if (n > MAX_ENTROPY) {
        errno = EIO;
        return -1;
    }
    arc4random_buf(to, n);
    return 0;
}

unsigned int arc4random(void)
{
    return (unsigned int)__candor_outside(32);
}
