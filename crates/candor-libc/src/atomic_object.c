/* What compilers call for atomic objects that no instruction handles, such as larger structures: sections that nobody interrupts.
 * Natively they take a lock, so that weaker orders than sequential consistency are none.
 *
 * The names are those of built-in functions, which cannot be defined directly. */
#define _GNU_SOURCE
#include "candor.h"
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

void load(size_t size, void *object, void *to, int order)
{
    (void)order;
    __candor_atomic_begin();
    memcpy(to, object, size);
    __candor_atomic_end();
}

void store(size_t size, void *object, void *from, int order)
{
    (void)order;
    __candor_atomic_begin();
    memcpy(object, from, size);
    __candor_atomic_end();
}

void exchange(size_t size, void *object, void *from, void *to, int order)
{
    (void)order;
    __candor_atomic_begin();
    memcpy(to, object, size);
    memcpy(object, from, size);
    __candor_atomic_end();
}

_Bool compare_exchange(size_t size, void *object, void *expected, void *desired, int success, int failure)
{
    (void)success, (void)failure;
    __candor_atomic_begin();
    int same = memcmp(object, expected, size) == 0;
    memcpy(same ? object : expected, same ? desired : object, size);
    __candor_atomic_end();
    return same;
}
