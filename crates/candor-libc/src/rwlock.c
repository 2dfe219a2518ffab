/* Locks that many may read under and one may write under. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <string.h>

typedef unsigned long long threads;

/* A thread may hold it for reading several times. Its count is the number whose binary digits are its bits in these words, the lowest first. */
enum { N_DIGITS = 3, MAX_READERS = 64 };

struct lock {
    /* The thread's number plus one. */
    int writer;
    threads readers[N_DIGITS];
};

_Static_assert(sizeof(struct lock) <= sizeof(pthread_rwlock_t), "a lock has room for it");

static struct lock *of(pthread_rwlock_t *lock)
{
    return (struct lock *)lock;
}

/* Who holds it for reading. */
static threads readers_of(pthread_rwlock_t *lock)
{
    threads all = 0;
    for (int digit = 0; digit < N_DIGITS; digit++)
        all |= of(lock)->readers[digit];
    return all;
}

static threads own_bit(void)
{
    int self = __candor_self();
    if (self >= MAX_READERS)
        __candor_unsupported("a lock that more than 64 threads use for reading");
    return 1ULL << self;
}

static void count_up(pthread_rwlock_t *lock, threads self)
{
    for (int digit = 0; digit < N_DIGITS; digit++) {
        threads *word = &of(lock)->readers[digit];
        *word ^= self;
        if (*word & self)
            return;
    }
    __candor_unsupported("a lock that a thread holds for reading more than 7 times");
}

static void count_down(pthread_rwlock_t *lock, threads self)
{
    for (int digit = 0; digit < N_DIGITS; digit++) {
        threads *word = &of(lock)->readers[digit];
        *word ^= self;
        if (!(*word & self))
            return;
    }
}

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes)
{
    if (attributes != NULL)
        __model_read_attributes(attributes);
    __candor_atomic_begin();
    memset(lock, 0, sizeof *lock);
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    CHECK_LOCK(!readers_of(lock) && !of(lock)->writer, "a lock is destroyed while it is locked");
    __candor_atomic_end();
    return 0;
}

static int may_read(pthread_rwlock_t *lock)
{
    return !of(lock)->writer;
}

static int may_write(pthread_rwlock_t *lock)
{
    return !of(lock)->writer && !readers_of(lock);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    threads self = own_bit();
    __model_may_cancel();
    __candor_atomic_begin();
    __candor_await(may_read(lock));
    count_up(lock, self);
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    threads self = own_bit();
    __candor_atomic_begin();
    int free = may_read(lock) && !__candor_pretend();
    if (free)
        count_up(lock, self);
    else
        __candor_unordered();
    __candor_atomic_end();
    return free ? 0 : EBUSY;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    __model_may_cancel();
    __candor_atomic_begin();
    __candor_await(may_write(lock));
    of(lock)->writer = __candor_self() + 1;
    __candor_atomic_end();
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    int free = may_write(lock) && !__candor_pretend();
    if (free)
        of(lock)->writer = __candor_self() + 1;
    else
        __candor_unordered();
    __candor_atomic_end();
    return free ? 0 : EBUSY;
}

/* Whether the thread itself has it for writing: it would wait for itself. */
static int is_own(pthread_rwlock_t *lock)
{
    __candor_atomic_begin();
    int own = of(lock)->writer == __candor_self() + 1;
    __candor_atomic_end();
    return own;
}

/* Time is not counted: whoever cannot have it now may have waited long enough. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    if (!__model_is_time_limit(until))
        return EINVAL;
    __model_may_cancel();
    if (is_own(lock))
        return EDEADLK;
    return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict until)
{
    if (!__model_is_time_limit(until))
        return EINVAL;
    __model_may_cancel();
    if (is_own(lock))
        return EDEADLK;
    return pthread_rwlock_trywrlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    int self = __candor_self();
    __candor_atomic_begin();
    int writer = of(lock)->writer;
    threads readers = readers_of(lock), own = writer ? 0 : readers & own_bit();
    CHECK_LOCK(writer || readers, "unlock of a lock that is not locked");
    CHECK_LOCK(writer == self + 1 || own, "unlock of a lock that other threads have locked");
    if (writer)
        of(lock)->writer = 0;
    else if (own)
        count_down(lock, own);
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
    (void)attributes;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}
