/* Mutexes of a program with one thread: nobody else can hold them, so that waiting for one is waiting for oneself.
 *
 * Of its members, `__lock` says whether it is held, `__count` how often, and `__kind` is what static initialisers set. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>

static int kind_of(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    memset(mutex, 0, sizeof *mutex);
    if (attributes != NULL)
        mutex->__data.__kind = attributes->__align;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    __candor_check(!mutex->__data.__lock, "lock-misuse", "a mutex is destroyed while it is locked");
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__lock && kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE)
        return EBUSY;
    mutex->__data.__lock = 1;
    mutex->__data.__count++;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (pthread_mutex_trylock(mutex) == 0)
        return 0;
    if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    __candor_check(0, "deadlock", "the only thread waits for a mutex that it has locked itself");
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!mutex->__data.__lock) {
        __candor_check(kind_of(mutex) != PTHREAD_MUTEX_NORMAL, "lock-misuse", "unlock of a mutex that is not locked");
        return EPERM;
    }
    if (--mutex->__data.__count == 0)
        mutex->__data.__lock = 0;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->__align = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    attributes->__align = kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict kind)
{
    *kind = attributes->__align;
    return 0;
}
