/* Attributes of threads: only whether they are detached means anything here. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { SMALLEST_STACK = 16384 };

int pthread_attr_init(pthread_attr_t *attributes)
{
    size_t size = 8 << 20;
    memset(attributes, 0, sizeof *attributes);
    memcpy(attributes->__size + 8, &size, sizeof size);
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->__size[0] = (char)state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = attributes->__size[0];
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    if (size < SMALLEST_STACK)
        return EINVAL;
    memcpy(attributes->__size + 8, &size, sizeof size);
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict size)
{
    memcpy(size, attributes->__size + 8, sizeof *size);
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    (void)attributes;
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

/* Which priorities a policy has, as on Linux. */
static int is_priority(int policy, int priority)
{
    switch (policy) {
    case SCHED_OTHER:
        return priority == 0;
    case SCHED_FIFO:
    case SCHED_RR:
        return priority >= 1 && priority <= 99;
    default:
        return 0;
    }
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    attributes->__size[1] = (char)policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict attributes, const struct sched_param *restrict param)
{
    return is_priority(attributes->__size[1], param->sched_priority) ? 0 : EINVAL;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit)
{
    (void)attributes;
    return inherit == PTHREAD_INHERIT_SCHED || inherit == PTHREAD_EXPLICIT_SCHED ? 0 : EINVAL;
}

/* Priorities change how likely schedules are, not which there are. Those of real time are not for all users. */
int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *param)
{
    (void)id;
    if (!is_priority(policy, param->sched_priority))
        return EINVAL;
    return policy != SCHED_OTHER && __candor_outside(1) ? EPERM : 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_setname_np(pthread_t id, const char *name)
{
    (void)id;
    return strlen(name) < 16 ? 0 : ERANGE;
}

/* Any thread may run next, also without being asked. */
int pthread_yield(void)
{
    return 0;
}

int sched_yield(void)
{
    return 0;
}
