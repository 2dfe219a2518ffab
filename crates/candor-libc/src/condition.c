/* Condition variables: the set of threads that wait and the set of those that have been woken, one bit each. */
#define _GNU_SOURCE
#include "candor.h"
#include "mutex.h"
#include <errno.h>
#include <string.h>

typedef unsigned long long threads;

struct condition {
    threads waiting;
    threads woken;
};

static struct condition *of(pthread_cond_t *cond)
{
    return (struct condition *)cond;
}

static threads only(int thread)
{
    if (thread >= 64)
        __candor_unsupported("a condition variable that more than 64 threads use");
    return 1ULL << thread;
}

int pthread_cond_init(pthread_cond_t *restrict cond, const pthread_condattr_t *restrict attributes)
{
    (void)attributes;
    __candor_atomic_begin();
    memset(cond, 0, sizeof *cond);
    __candor_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    CHECK_LOCK(of(cond)->waiting == 0, "a condition variable is destroyed while threads wait for it");
    __candor_atomic_end();
    return 0;
}

/* Gives the mutex back and begins to wait; how often the mutex was taken. */
static unsigned begin_to_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, threads self)
{
    __candor_atomic_begin();
    CHECK_LOCK(OWNS(mutex, __candor_self()), "a thread waits for a condition without having locked the mutex");
    unsigned count = mutex->__data.__count;
    release(mutex);
    of(cond)->waiting |= self;
    __candor_atomic_end();
    return count;
}

static void take_again(pthread_mutex_t *mutex, unsigned count)
{
    __candor_await(!mutex->__data.__lock);
    take(mutex, __candor_self());
    mutex->__data.__count = count ? count : 1;
}

int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex)
{
    threads self = only(__candor_self());
    unsigned count = begin_to_wait(cond, mutex, self);
    __candor_atomic_begin();
    int woken = (of(cond)->woken & self) != 0, cancelled = __model_is_cancelled();
    __candor_await_signal(woken || cancelled);
    of(cond)->woken &= ~self;
    of(cond)->waiting &= ~self;
    take_again(mutex, count);
    __candor_atomic_end();
    /* Who has been woken uses the wake-up, which would be lost else, and ends later. */
    if (cancelled && !woken)
        __model_end_cancelled();
    return 0;
}

/* Time is not counted: whoever has not been woken when it gets its turn may have waited long enough. */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    (void)until;
    threads self = only(__candor_self());
    unsigned count = begin_to_wait(cond, mutex, self);
    __candor_atomic_begin();
    int woken = (of(cond)->woken & self) != 0, cancelled = __model_is_cancelled();
    of(cond)->woken &= ~self;
    of(cond)->waiting &= ~self;
    take_again(mutex, count);
    __candor_atomic_end();
    if (cancelled && !woken)
        __model_end_cancelled();
    return woken ? 0 : ETIMEDOUT;
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until)
{
    (void)clock;
    return pthread_cond_timedwait(cond, mutex, until);
}

/* Wakes one of those that wait, any one. */
int pthread_cond_signal(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    threads rest = of(cond)->waiting;
    while (rest != 0) {
        threads lowest = rest & -rest;
        rest &= ~lowest;
        if (rest == 0 || !__candor_may()) {
            of(cond)->waiting &= ~lowest;
            of(cond)->woken |= lowest;
            break;
        }
    }
    __candor_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    __candor_atomic_begin();
    of(cond)->woken |= of(cond)->waiting;
    of(cond)->waiting = 0;
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
    (void)attributes, (void)shared;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    (void)attributes, (void)clock;
    return 0;
}
