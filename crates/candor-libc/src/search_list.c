/* lsearch: arrays searched from the front. insque: lists of elements that begin with two links. */
#define _GNU_SOURCE
#include "candor.h"
#include <search.h>
#include <string.h>

void *lfind(const void *key, const void *base, size_t *count, size_t size, __compar_fn_t compare)
{
    const char *element = base;
    for (size_t i = 0; i < *count; i++, element += size) {
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, __compar_fn_t compare)
{
    void *found = lfind(key, base, count, size, compare);
    if (found != NULL)
        return found;
    return memcpy((char *)base + (*count)++ * size, key, size);
}

struct links {
    struct links *next;
    struct links *previous;
};

void insque(void *element, void *before)
{
    struct links *links = element;
    struct links *previous = before;
    links->previous = previous;
    links->next = previous == NULL ? NULL : previous->next;
    if (previous == NULL)
        return;
    if (previous->next != NULL)
        previous->next->previous = links;
    previous->next = links;
}

void remque(void *element)
{
    const struct links *links = element;
    if (links->next != NULL)
        links->next->previous = links->previous;
    if (links->previous != NULL)
        links->previous->next = links->next;
}
