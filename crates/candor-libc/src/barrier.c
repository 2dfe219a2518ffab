/* Barriers: so many threads wait for each other, round after round. There may be more threads than that: a round takes those that come
 * first. */
#define _GNU_SOURCE
#include "asleep.h"
#include "candor.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { N_WORDS = MAX_ASLEEP / SET_BITS };

struct barrier {
    unsigned count;
    /* Who waits in this round. */
    threads waiting[N_WORDS];
};

_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier has room for it");

static struct barrier *of(pthread_barrier_t *barrier)
{
    return (struct barrier *)barrier;
}

static unsigned n_waiting(const struct barrier *barrier)
{
    unsigned n = 0;
    for (int word = 0; word < N_WORDS; word++)
        n += (unsigned)__builtin_popcountll(barrier->waiting[word]);
    return n;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned int count)
{
    if (attributes != NULL)
        __model_read_attributes(attributes);
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    __candor_atomic_begin();
    of(barrier)->count = count;
    for (int word = 0; word < N_WORDS; word++)
        of(barrier)->waiting[word] = 0;
    __candor_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    __candor_atomic_begin();
    CHECK_LOCK(n_waiting(of(barrier)) == 0, "a barrier is destroyed while threads wait at it");
    __candor_atomic_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    int self = __candor_self();
    if (self >= MAX_ASLEEP)
        __candor_unsupported("a barrier that more than 128 threads use");
    __candor_atomic_begin();
    int last = n_waiting(of(barrier)) + 1 == of(barrier)->count;
    if (last)
        for (int word = 0; word < N_WORDS; word++) {
            wake_all(of(barrier)->waiting[word], word * SET_BITS);
            of(barrier)->waiting[word] = 0;
        }
    else {
        of(barrier)->waiting[self / SET_BITS] |= bit_of(self);
        __model_asleep[self] = 1;
    }
    __candor_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __candor_atomic_begin();
    __candor_await(!__model_asleep[self]);
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
    (void)attributes;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}
