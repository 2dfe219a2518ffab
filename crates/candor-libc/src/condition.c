/* Condition variables: the set of threads that wait, one bit each. Who has been woken is in it no longer, and does not sleep. */
#define _GNU_SOURCE
#include "asleep.h"
#include "candor.h"
#include "mutex.h"
#include <errno.h>
#include <string.h>

static threads *waiting_at(pthread_cond_t *cond)
{
    return (threads *)cond;
}

int pthread_cond_init(pthread_cond_t *restrict cond, const pthread_condattr_t *restrict attributes)
{
    if (attributes != NULL)
        __model_read_attributes(attributes);
    __candor_atomic_begin();
    memset(cond, 0, sizeof *cond);
    __candor_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    CHECK_LOCK(*waiting_at(cond) == 0, "a condition variable is destroyed while threads wait for it");
    __candor_atomic_end();
    return 0;
}

/* Unlocks the mutex and begins to wait. As with glibc, a recursive mutex that was locked more often stays locked. The result is that of
 * the call if it fails: some kinds of mutexes tell a thread that it has not locked them. */
static int begin_to_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int self)
{
    if (self >= SET_BITS)
        __candor_unsupported("a condition variable that more than 64 threads use");
    __candor_atomic_begin();
    int kind = mutex->__data.__kind;
    if (!OWNS(mutex, self) && (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK)) {
        __candor_atomic_end();
        return EPERM;
    }
    CHECK_LOCK(OWNS(mutex, self), "a thread waits for a condition without having locked the mutex");
    if (OWNS(mutex, self) && --mutex->__data.__count == 0)
        release(mutex);
    *waiting_at(cond) |= bit_of(self);
    __model_asleep[self] = 1;
    __candor_atomic_end();
    return 0;
}

/* Waits no longer; whether it was woken. */
static int end_to_wait(pthread_cond_t *cond, int self)
{
    int woken = !__model_asleep[self];
    if (!woken) {
        __model_asleep[self] = 0;
        *waiting_at(cond) &= ~bit_of(self);
    }
    return woken;
}

static void lock_again(pthread_mutex_t *mutex, int self)
{
    __candor_await(!mutex->__data.__lock || OWNS(mutex, self));
    take(mutex, self);
}

int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex)
{
    int self = __candor_self();
    int refused = begin_to_wait(cond, mutex, self);
    if (refused)
        return refused;
    __candor_atomic_begin();
    int cancelled = __model_is_cancelled();
    __candor_await_signal(!__model_asleep[self] || cancelled);
    int woken = end_to_wait(cond, self);
    if (cancelled) {
        /* It gives up before it has the mutex: wake-ups from now on are for others. */
        __candor_atomic_end();
        __candor_atomic_begin();
    }
    lock_again(mutex, self);
    __candor_atomic_end();
    /* Who has been woken uses the wake-up, which would be lost else, and ends later. */
    if (cancelled && !woken)
        __model_end_cancelled();
    return 0;
}

/* Time is not counted: whoever has not been woken when it gets its turn may have waited long enough, and gives up before it has the
 * mutex: a wake-up that comes until then is lost. */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    if (!__model_is_time_limit(until))
        return EINVAL;
    int self = __candor_self();
    int refused = begin_to_wait(cond, mutex, self);
    if (refused)
        return refused;
    __candor_atomic_begin();
    int cancelled = __model_is_cancelled(), woken = end_to_wait(cond, self);
    __candor_atomic_end();
    __candor_atomic_begin();
    lock_again(mutex, self);
    __candor_atomic_end();
    if (cancelled && !woken)
        __model_end_cancelled();
    return woken ? 0 : ETIMEDOUT;
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    return pthread_cond_timedwait(cond, mutex, until);
}

/* Wakes one of those that wait, any one. */
int pthread_cond_signal(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    threads rest = *waiting_at(cond);
    while (rest != 0) {
        threads lowest = rest & -rest;
        rest &= ~lowest;
        if (rest == 0 || !__candor_may()) {
            *waiting_at(cond) &= ~lowest;
            wake_all(lowest, 0);
            break;
        }
    }
    __candor_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    wake_all(*waiting_at(cond), 0);
    *waiting_at(cond) = 0;
    __candor_atomic_end();
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    attributes->__align = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    (void)attributes;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    (void)attributes;
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : EINVAL;
}
