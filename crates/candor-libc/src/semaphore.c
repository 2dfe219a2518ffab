/* Semaphores: a number that never falls below zero. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <semaphore.h>
#include <time.h>

static int *value_of(sem_t *semaphore)
{
    return (int *)semaphore;
}

int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    (void)shared;
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    __candor_atomic_begin();
    *value_of(semaphore) = (int)value;
    __candor_atomic_end();
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    (void)semaphore;
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    __candor_atomic_begin();
    int cancelled = __model_is_cancelled();
    __candor_await(*value_of(semaphore) > 0 || cancelled);
    if (cancelled) {
        __candor_atomic_end();
        __model_end_cancelled();
    }
    --*value_of(semaphore);
    __candor_atomic_end();
    return 0;
}

static int try_wait(sem_t *semaphore, int error)
{
    __candor_atomic_begin();
    int free = *value_of(semaphore) > 0 && !__candor_pretend();
    if (free)
        --*value_of(semaphore);
    else
        __candor_unordered();
    __candor_atomic_end();
    if (free)
        return 0;
    errno = error;
    return -1;
}

int sem_trywait(sem_t *semaphore)
{
    return try_wait(semaphore, EAGAIN);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
    if (!__model_is_time_limit(until)) {
        errno = EINVAL;
        return -1;
    }
    __model_cancellation_point();
    return try_wait(semaphore, ETIMEDOUT);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) {
        errno = EINVAL;
        return -1;
    }
    return sem_timedwait(semaphore, until);
}

int sem_post(sem_t *semaphore)
{
    __candor_atomic_begin();
    int full = *value_of(semaphore) == SEM_VALUE_MAX;
    if (!full)
        ++*value_of(semaphore);
    __candor_atomic_end();
    if (!full)
        return 0;
    errno = EOVERFLOW;
    return -1;
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    __candor_atomic_begin();
    int now = *value_of(semaphore);
    /* Whoever sees it need not see what came before the post: for who looks for data races, it may have been any number. */
    if (__candor_pretend())
        now = (int)__candor_outside(31);
    __candor_unordered();
    __candor_atomic_end();
    *value = now;
    return 0;
}
