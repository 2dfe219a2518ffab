/* Clocks. They stand still, at 1 January 2024, 00:00:00 UTC; processor time is 0. A run is the same whenever it
 * happens. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

static const time_t frozen = 1704067200;

time_t time(time_t *to)
{
    if (to != NULL)
        *to = frozen;
    return frozen;
}

clock_t clock(void)
{
    return 0;
}

double difftime(time_t end, time_t begin)
{
    return (double)end - (double)begin;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct timeval now = {frozen, 0};
    (void)zone;
    if (to != NULL)
        *to = now;
    return 0;
}

static int is_clock(clockid_t clock)
{
    if (clock >= CLOCK_REALTIME && clock <= CLOCK_BOOTTIME)
        return 1;
    errno = EINVAL;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    int is_cpu_time = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
    struct timespec now = {is_cpu_time ? 0 : frozen, 0};
    if (!is_clock(clock))
        return -1;
    *to = now;
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *to)
{
    struct timespec resolution = {0, 1};
    if (!is_clock(clock))
        return -1;
    if (to != NULL)
        *to = resolution;
    return 0;
}

int clock_settime(clockid_t clock, const struct timespec *from)
{
    (void)from;
    if (is_clock(clock))
        errno = EPERM;
    return -1;
}

int timespec_get(struct timespec *to, int base)
{
    struct timespec now = {frozen, 0};
    if (base != TIME_UTC)
        return 0;
    *to = now;
    return base;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest)
{
    (void)rest;
    __model_cancellation_point();
    if (wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000 && wanted->tv_sec >= 0)
        return 0;
    errno = EINVAL;
    return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest)
{
    (void)flags;
    if (!is_clock(clock) || nanosleep(wanted, rest) != 0)
        return EINVAL;
    return 0;
}
