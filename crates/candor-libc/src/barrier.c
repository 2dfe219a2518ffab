/* Barriers: so many threads wait for each other, round after round. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>

struct barrier {
    unsigned count;
    unsigned arrived;
    unsigned round;
};

static struct barrier *of(pthread_barrier_t *barrier)
{
    return (struct barrier *)barrier;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned int count)
{
    (void)attributes;
    if (count == 0)
        return EINVAL;
    __candor_atomic_begin();
    of(barrier)->count = count;
    of(barrier)->arrived = 0;
    of(barrier)->round = 0;
    __candor_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    __candor_atomic_begin();
    CHECK_LOCK(of(barrier)->arrived == 0, "a barrier is destroyed while threads wait at it");
    __candor_atomic_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    __candor_atomic_begin();
    unsigned round = of(barrier)->round;
    int last = ++of(barrier)->arrived == of(barrier)->count;
    if (last) {
        of(barrier)->arrived = 0;
        /* Two rounds are enough to tell: nobody can be two behind. */
        of(barrier)->round = !round;
    }
    __candor_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __candor_atomic_begin();
    __candor_await(of(barrier)->round != round);
    __candor_atomic_end();
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    attributes->__align = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared)
{
    (void)attributes, (void)shared;
    return 0;
}
