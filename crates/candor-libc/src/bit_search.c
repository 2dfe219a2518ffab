/* ffs: the number of the lowest bit set, counted from one. */
#define _GNU_SOURCE
#include "candor.h"
#include <string.h>

int ffsll(long long bits)
{
    unsigned long long rest = (unsigned long long)bits;
    int n = 1;
    if (rest == 0)
        return 0;
    while ((rest & 1) == 0) {
        rest >>= 1;
        n++;
    }
    return n;
}

int ffsl(long bits)
{
    return ffsll(bits);
}

int ffs(int bits)
{
    return ffsll(bits);
}
