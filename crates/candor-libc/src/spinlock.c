/* Spin locks: waiting by turning round is waiting. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    __candor_atomic_begin();
    *lock = 0;
    __candor_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    __candor_atomic_begin();
    CHECK_LOCK(*lock == 0, "a spin lock is destroyed while it is locked");
    __candor_atomic_end();
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    __candor_atomic_begin();
    __candor_await(*lock == 0);
    *lock = __candor_self() + 1;
    __candor_atomic_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    __candor_atomic_begin();
    int free = *lock == 0 && !__candor_pretend();
    if (free)
        *lock = __candor_self() + 1;
    else
        __candor_unordered();
    __candor_atomic_end();
    return free ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __candor_atomic_begin();
    CHECK_LOCK(*lock == __candor_self() + 1, "unlock of a spin lock that this thread has not locked");
    *lock = 0;
    __candor_atomic_end();
    return 0;
}
