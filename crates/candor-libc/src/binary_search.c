/* bsearch. */
#include "candor.h"
#include <stdlib.h>

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0;
    size_t high = count;
    CHECK_ARGUMENT(size != 0, "the size of an element is zero");
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int difference = compare(key, element);
        if (difference == 0)
            return (void *)element;
        if (difference < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
