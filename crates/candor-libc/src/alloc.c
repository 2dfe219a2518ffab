/* The allocation functions that malloc, realloc and aligned_alloc, which are natives, can express. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

enum { PAGE_SIZE = 4096 };

static int is_power_of_two(size_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    void *fresh = aligned_alloc(alignment, size);
    if (fresh == NULL)
        return ENOMEM;
    *block = fresh;
    return 0;
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void *valloc(size_t size)
{
    return aligned_alloc(PAGE_SIZE, size);
}

void *pvalloc(size_t size)
{
    if (size > SIZE_MAX - PAGE_SIZE) {
        errno = ENOMEM;
        return NULL;
    }
    return aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE);
}

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, count * size);
}

void cfree(void *block)
{
    free(block);
}
