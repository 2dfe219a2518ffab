/* Locks that many may read under and one may write under. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>

struct lock {
    int readers;
    /* The thread's number plus one. */
    int writer;
};

static struct lock *of(pthread_rwlock_t *lock)
{
    return (struct lock *)lock;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes)
{
    (void)attributes;
    __candor_atomic_begin();
    memset(lock, 0, sizeof *lock);
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    CHECK_LOCK(!of(lock)->readers && !of(lock)->writer, "a lock is destroyed while it is locked");
    __candor_atomic_end();
    return 0;
}

static int may_read(pthread_rwlock_t *lock)
{
    return !of(lock)->writer;
}

static int may_write(pthread_rwlock_t *lock)
{
    return !of(lock)->writer && !of(lock)->readers;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    __candor_await(may_read(lock));
    of(lock)->readers++;
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    int free = may_read(lock);
    if (free)
        of(lock)->readers++;
    __candor_atomic_end();
    return free ? 0 : EBUSY;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    __candor_await(may_write(lock));
    of(lock)->writer = __candor_self() + 1;
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    int free = may_write(lock);
    if (free)
        of(lock)->writer = __candor_self() + 1;
    __candor_atomic_end();
    return free ? 0 : EBUSY;
}

/* Time is not counted: whoever cannot have it now may have waited long enough. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    (void)until;
    return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    (void)until;
    return pthread_rwlock_trywrlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    int writer = of(lock)->writer;
    CHECK_LOCK(writer || of(lock)->readers > 0, "unlock of a lock that is not locked");
    CHECK_LOCK(!writer || writer == __candor_self() + 1, "unlock of a lock that another thread has locked");
    if (writer)
        of(lock)->writer = 0;
    else if (of(lock)->readers > 0)
        of(lock)->readers--;
    __candor_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->__align = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared)
{
    (void)attributes, (void)shared;
    return 0;
}
