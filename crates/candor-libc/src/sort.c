/* qsort: a stable merge sort, top down.
 *
 * Few comparisons matter most here, since symbolically each one may become two paths; and equal elements keep their
 * order, as they do in glibc up to 2.36 for every array that fits in memory. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdlib.h>
#include <string.h>

struct order {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *argument;
    char *scratch; /* room for the whole array */
};

/* Merges the sorted halves [0, middle) and [middle, count) of `base`. The rest of the right half is already in its
 * place. */
static void merge(const struct order *order, char *base, size_t middle, size_t count)
{
    size_t size = order->size;
    size_t left = 0;
    size_t right = middle;
    size_t n_merged = 0;
    while (left < middle && right < count) {
        const char *smaller = base + right * size;
        if (order->compare(base + left * size, base + right * size, order->argument) <= 0)
            smaller = base + left++ * size;
        else
            right++;
        memcpy(order->scratch + n_merged++ * size, smaller, size);
    }
    memmove(base + (right - (middle - left)) * size, base + left * size, (middle - left) * size);
    memcpy(base, order->scratch, n_merged * size);
}

static void sort(const struct order *order, char *base, size_t count)
{
    if (count < 2)
        return;
    size_t middle = count / 2;
    sort(order, base, middle);
    sort(order, base + middle * order->size, count - middle);
    merge(order, base, middle, count);
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
    CHECK_ARGUMENT(size != 0, "the size of an element is zero");
    if (count < 2 || size == 0)
        return;
    struct order order = {size, compare, argument, __builtin_alloca(count * size)};
    sort(&order, base, count);
}

typedef int plain_compare(const void *, const void *);

static int call_plain(const void *a, const void *b, void *compare)
{
    return (*(plain_compare **)compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(base, count, size, call_plain, &compare);
}
