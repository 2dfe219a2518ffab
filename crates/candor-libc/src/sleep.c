/* Sleeping: clocks go on by as much as was asked for, and nothing else happens. */
#define _GNU_SOURCE
#include "candor.h"
#include "clock.h"
#include <errno.h>
#include <time.h>
#include <unistd.h>

void __model_pass_no_time(unsigned long long seconds, unsigned int nanoseconds)
{
    (void)seconds;
    (void)nanoseconds;
}

unsigned int sleep(unsigned int seconds)
{
    __model_cancellation_point();
    __model_pass_time(seconds, 0);
    return 0;
}

int usleep(useconds_t microseconds)
{
    __model_cancellation_point();
    __model_pass_time(microseconds / 1000000, microseconds % 1000000 * 1000);
    return 0;
}

int __model_is_time_limit(const struct timespec *until)
{
    /* Whoever waits looks at the seconds as well. */
    (void)*(const volatile time_t *)&until->tv_sec;
    return until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

static int is_valid(const struct timespec *wanted)
{
    return wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000 && wanted->tv_sec >= 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest)
{
    (void)rest;
    __model_cancellation_point();
    if (!is_valid(wanted)) {
        errno = EINVAL;
        return -1;
    }
    __model_pass_time((unsigned long long)wanted->tv_sec, (unsigned int)wanted->tv_nsec);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest)
{
    if (clock < CLOCK_REALTIME || clock > CLOCK_BOOTTIME || !is_valid(wanted))
        return EINVAL;
    if (clock == CLOCK_THREAD_CPUTIME_ID)
        return EINVAL;
    if (clock >= CLOCK_MONOTONIC_RAW && clock <= CLOCK_MONOTONIC_COARSE)
        return ENOTSUP;
    if ((flags & TIMER_ABSTIME) != 0) {
        __model_cancellation_point();
        __model_wait_until((unsigned long long)wanted->tv_sec, (unsigned int)wanted->tv_nsec);
        return 0;
    }
    return nanosleep(wanted, rest) == 0 ? 0 : EINVAL;
}
