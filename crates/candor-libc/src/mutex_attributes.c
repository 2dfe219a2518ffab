/* Attributes of mutexes: their kind. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>

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

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    (void)attributes;
    return shared == PTHREAD_PROCESS_PRIVATE || shared == PTHREAD_PROCESS_SHARED ? 0 : EINVAL;
}

/* Priorities change how likely schedules are, not which there are. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    (void)attributes;
    return protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT ? EINVAL : 0;
}
