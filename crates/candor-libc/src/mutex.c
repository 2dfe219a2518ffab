/* Mutexes. Of their members, `__lock` says whether it is held, `__owner` by whom, `__count` how often, and `__kind` is what static
 * initialisers set. */
#define _GNU_SOURCE
#include "candor.h"
#include "mutex.h"
#include <errno.h>
#include <string.h>

enum { DESTROYED = -1 };

static int kind_of(const pthread_mutex_t *mutex)
{
    CHECK_LOCK(mutex->__data.__kind != DESTROYED, "a mutex is used after it was destroyed");
    return mutex->__data.__kind;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    __candor_atomic_begin();
    memset(mutex, 0, sizeof *mutex);
    if (attributes != NULL)
        mutex->__data.__kind = attributes->__align;
    __candor_atomic_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    __candor_atomic_begin();
    CHECK_LOCK(!mutex->__data.__lock, "a mutex is destroyed while it is locked");
    kind_of(mutex);
    mutex->__data.__kind = DESTROYED;
    __candor_atomic_end();
    return 0;
}

/* Takes it if it can be had at once; `busy` if not. */
static int try_lock(pthread_mutex_t *mutex, int busy)
{
    int self = __candor_self();
    __candor_atomic_begin();
    int kind = kind_of(mutex);
    int again = kind == PTHREAD_MUTEX_RECURSIVE && OWNS(mutex, self);
    int free = again || (!mutex->__data.__lock && !__candor_pretend());
    if (free)
        take(mutex, self);
    else
        __candor_unordered();
    __candor_atomic_end();
    return free ? 0 : busy;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return try_lock(mutex, EBUSY);
}

/* Time is not counted: a thread that cannot have it now may have waited long enough, and one that can may have waited. */
int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    int busy = __model_is_time_limit(until) ? ETIMEDOUT : EINVAL;
    int self = __candor_self();
    __candor_atomic_begin();
    int again = kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && OWNS(mutex, self);
    int result = again ? EDEADLK : try_lock(mutex, busy);
    __candor_atomic_end();
    return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    return pthread_mutex_timedlock(mutex, until);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int self = __candor_self(), result = 0;
    __candor_atomic_begin();
    int kind = kind_of(mutex);
    if (!mutex->__data.__lock)
        take(mutex, self);
    else if (kind == PTHREAD_MUTEX_RECURSIVE && OWNS(mutex, self))
        mutex->__data.__count++;
    else if (kind == PTHREAD_MUTEX_ERRORCHECK && OWNS(mutex, self))
        result = EDEADLK;
    else {
        if (OWNS(mutex, self))
            __candor_check(0, "deadlock", "a thread waits for a mutex that it has locked itself");
        __candor_await(0);
        take(mutex, self);
    }
    __candor_atomic_end();
    return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int self = __candor_self(), result = 0;
    __candor_atomic_begin();
    int kind = kind_of(mutex), owned = OWNS(mutex, self);
    if (!owned && (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK))
        result = EPERM;
    else {
        CHECK_LOCK(mutex->__data.__lock, "unlock of a mutex that is not locked");
        CHECK_LOCK(owned, "unlock of a mutex that another thread has locked");
        if (mutex->__data.__lock && --mutex->__data.__count == 0)
            release(mutex);
    }
    __candor_atomic_end();
    return result;
}
