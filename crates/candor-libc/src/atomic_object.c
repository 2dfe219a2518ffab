/* What compilers call for atomic objects that no instruction handles, such as larger structures: atomic sections. Natively they take a
 * lock, so that weaker orders than sequential consistency are none.
 *
 * The object is accessed atomically, word by word inside a section, so that it counts as an atomic access of the whole. The other operands
 * are plain memory of the program and are read before the section and written behind it, where this is seen as an access.
 *
 * The names are those of built-in functions, which cannot be defined directly. */
#define _GNU_SOURCE
#include "candor.h"
#include <alloca.h>
#include <string.h>

_Bool is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");
void load(size_t size, void *object, void *to, int order) __asm__("__atomic_load");
void store(size_t size, void *object, void *from, int order) __asm__("__atomic_store");
void exchange(size_t size, void *object, void *from, void *to, int order) __asm__("__atomic_exchange");
_Bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure) __asm__(
    "__atomic_compare_exchange");

_Bool is_lock_free(size_t size, const volatile void *object)
{
    (void)object;
    return (size & (size - 1)) == 0 && size <= sizeof(void *);
}

/* Copies words, or bytes where the size is no number of words; pointers stay whole in words. */
static void get(char *to, const char *object, size_t size)
{
    size_t step = size % sizeof(void *) == 0 ? sizeof(void *) : 1;
    for (size_t at = 0; at < size; at += step) {
        if (step == 1)
            to[at] = __atomic_load_n(object + at, __ATOMIC_SEQ_CST);
        else
            *(void **)(to + at) = __atomic_load_n((void *const *)(object + at), __ATOMIC_SEQ_CST);
    }
}

static void put(char *object, const char *from, size_t size)
{
    size_t step = size % sizeof(void *) == 0 ? sizeof(void *) : 1;
    for (size_t at = 0; at < size; at += step) {
        if (step == 1)
            __atomic_store_n(object + at, from[at], __ATOMIC_SEQ_CST);
        else
            __atomic_store_n((void **)(object + at), *(void *const *)(from + at), __ATOMIC_SEQ_CST);
    }
}

void load(size_t size, void *object, void *to, int order)
{
    (void)order;
    char *copy = alloca(size);
    __candor_atomic_begin();
    get(copy, object, size);
    __candor_atomic_end();
    memcpy(to, copy, size);
}

void store(size_t size, void *object, void *from, int order)
{
    (void)order;
    char *copy = alloca(size);
    memcpy(copy, from, size);
    __candor_atomic_begin();
    put(object, copy, size);
    __candor_atomic_end();
}

void exchange(size_t size, void *object, void *from, void *to, int order)
{
    (void)order;
    char *old = alloca(size), *new = alloca(size);
    memcpy(new, from, size);
    __candor_atomic_begin();
    get(old, object, size);
    put(object, new, size);
    __candor_atomic_end();
    memcpy(to, old, size);
}

_Bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure)
{
    (void)success, (void)failure;
    char *old = alloca(size), *wanted = alloca(size), *new = alloca(size);
    memcpy(wanted, expected, size);
    memcpy(new, desired, size);
    __candor_atomic_begin();
    get(old, object, size);
    int same = memcmp(old, wanted, size) == 0;
    if (same)
        put(object, new, size);
    __candor_atomic_end();
    if (!same)
        memcpy(expected, old, size);
    return same;
}
